import type { ComponentChildren } from 'preact';
import type { Frame } from '../layouts/frame.js';

interface FormProps {
  frame: Frame;
  action: string;
  class?: string;
  /** Names the form where it is not clear from its heading. */
  label?: string;
  children: ComponentChildren;
}

/** Makes Enter in a field save a form whose first button does something else. */
export const EnterSaves = () => (
  <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true">
    Save
  </button>
);

/** A form that changes something: it proves where it comes from, and sent twice it acts once. */
export const Form = ({ frame, action, label, children, ...rest }: FormProps) => (
  <form method="post" action={action} aria-label={label} class={rest.class} noValidate>
    <input type="hidden" name="_token" value={frame.formToken} />
    <input type="hidden" name="_form" value={frame.formId} />
    {children}
  </form>
);

interface FormButtonsProps {
  /** What the form does, in a verb and a noun. */
  submit: string;
  tone?: 'primary' | 'danger';
  /** Where one is again, having changed nothing. */
  back: string | undefined;
  /** What that means, where it is more than to cancel. */
  backLabel?: string;
}

/** What a form ends with: the button that sends it, and the way back. */
export const FormButtons = ({ submit, tone = 'primary', back, backLabel = 'Cancel' }: FormButtonsProps) => (
  <div class="buttons">
    <button type="submit" class={`button ${tone}`}>
      {submit}
    </button>
    <a class="button quiet" href={back}>
      {backLabel}
    </a>
  </div>
);
