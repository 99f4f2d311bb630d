import type { ComponentChildren } from 'preact';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from './error-summary.js';
import { type FormProblem, TextField } from './field.js';
import { Form, FormButtons } from './form.js';
import { PageHead, type Place } from './page-head.js';

export interface ConfirmProps {
  frame: Frame;
  title: string;
  /** Where it leads back to: the page of the thing that it is about, with those above it. */
  from: Place | readonly [...Place[], Place];
  action: string;
  /** The verb and the noun. */
  button: string;
  /** What leads back, where Cancel could be taken for the button. */
  back?: string;
  /** Whether it takes something away, which is the rule here. */
  tone?: 'danger' | 'primary';
  /** What happens, each in a sentence. */
  consequences: readonly string[];
  /** What has to be typed, where nothing brings it back; `mustBeTyped` holds the answer to it. */
  typed?: string;
  /** What was typed, where it was something else. */
  answer?: string;
  /** What the form says beside its button. */
  hidden?: Readonly<Record<string, string>>;
  problems?: readonly FormProblem[];
  /** How the children's fields are labelled, where that is not their names. */
  labels?: Readonly<Record<string, string>>;
  children?: ComponentChildren;
}

/** Asks before something is done that deserves a second thought, and says what it does. */
export const ConfirmPage = (props: ConfirmProps) => {
  const { frame, title, from, action, button, consequences, typed, hidden = {}, problems = [] } = props;
  const back = [from].flat().at(-1);
  const label = `Type “${typed}” to confirm`;
  return (
    <Shell title={title} frame={frame}>
      <PageHead title={title} from={from} />
      <Form frame={frame} action={action} class="form">
        <ErrorSummary problems={problems} labels={{ ...props.labels, confirm: label }} />
        {Object.entries(hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <ul class="consequences">
          {consequences.map((text) => (
            <li>{text}</li>
          ))}
        </ul>
        {props.children}
        {typed !== undefined && (
          <TextField
            name="confirm"
            label={label}
            value={props.answer}
            autocomplete="off"
            spellcheck={false}
            problems={problems}
          />
        )}
        <FormButtons submit={button} tone={props.tone ?? 'danger'} back={back?.href} backLabel={props.back} />
      </Form>
    </Shell>
  );
};
