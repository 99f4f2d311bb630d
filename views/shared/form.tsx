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
