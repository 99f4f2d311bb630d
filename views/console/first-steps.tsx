import type { Frame } from '../layouts/frame.js';
import { Form } from '../shared/form.js';

export interface FirstStepsProps {
  frame: Frame;
  steps: readonly FirstStep[];
}

/** One of the first steps: whether it is done, and where it is done. */
export interface FirstStep {
  title: string;
  text: string;
  done: boolean;
  action: { label: string; href: string } | { label: string; post: string };
}

/** The way from nothing to real calls; each step is done elsewhere and ticks itself. */
export const FirstSteps = ({ frame, steps }: FirstStepsProps) => {
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">First steps</h2>
        <p>{`${done} of ${steps.length} done`}</p>
        <Form frame={frame} action="/settings/first-steps/dismiss">
          <button type="submit" class="button quiet small">
            Dismiss<span class="unseen"> first steps</span>
          </button>
        </Form>
      </header>
      <ol>
        {steps.map((step) => (
          <li class={step.done ? 'done' : undefined}>
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <circle cx="10" cy="10" r="9" />
              {step.done && <path d="m6 10.5 2.7 2.7L14 7.5" />}
            </svg>
            <div>
              <h3>
                {step.title}
                {step.done && <span class="unseen">, done</span>}
              </h3>
              {!step.done && <p>{step.text}</p>}
            </div>
            {!step.done && <Action frame={frame} action={step.action} isNext={step === next} />}
          </li>
        ))}
      </ol>
    </section>
  );
};

interface ActionProps {
  frame: Frame;
  action: FirstStep['action'];
  isNext: boolean;
}

const Action = ({ frame, action, isNext }: ActionProps) => {
  const look = isNext ? 'button primary' : 'button quiet';
  return 'href' in action ? (
    <a class={look} href={action.href}>
      {action.label}
    </a>
  ) : (
    <Form frame={frame} action={action.post}>
      <button type="submit" class={look}>
        {action.label}
      </button>
    </Form>
  );
};
