import type { ComponentChildren } from 'preact';
import { type Choice, describedBy, type FieldProps, Optional, problemAt } from './field.js';

interface CheckProps {
  name: string;
  label: string;
  /** What stands in it between backticks is code. */
  hint?: string;
  value?: string;
  checked: boolean;
  id?: string;
  /** One of several, of which one holds. */
  type?: 'checkbox' | 'radio';
}

/** Yes or no; unticked it is not sent. */
export const Check = (props: CheckProps) => {
  const { name, label, hint, value = 'on', checked, id = name, type = 'checkbox' } = props;
  return (
    <div class="check">
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        checked={checked}
        aria-describedby={hint ? `${id}-about` : undefined}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-about`}>
          {hint.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}
        </p>
      )}
    </div>
  );
};

const Group = ({ children, ...field }: FieldProps & { children: ComponentChildren }) => {
  const { name, label, hint, optional } = field;
  const problem = problemAt(name, field.problems);
  return (
    <fieldset class={problem ? 'field wrong' : 'field'} aria-describedby={describedBy(field)}>
      <legend>
        {label}
        {optional && <Optional />}
      </legend>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {problem && (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  );
};

interface ChoicesProps extends FieldProps {
  choices: readonly (Choice & { hint?: string })[];
}

/** The group's id leads to its first choice. */
const idOf = (name: string, index: number): string => (index === 0 ? name : `${name}-${index}`);

interface ManyProps extends ChoicesProps {
  values: readonly string[];
  /** Where more can be chosen than there are boxes. */
  children?: ComponentChildren;
}

/** Any of several, each a box to tick. */
export const ManyField = ({ choices, values, children, ...field }: ManyProps) => (
  <Group {...field}>
    {choices.length > 0 && (
      <div class="checks">
        {choices.map((choice, index) => (
          <Check
            {...choice}
            name={field.name}
            id={idOf(field.name, index)}
            checked={values.includes(choice.value)}
          />
        ))}
      </div>
    )}
    {children}
  </Group>
);

/** One of a few that want a word of explanation each. */
export const OneField = ({ choices, value, ...field }: ChoicesProps & { value: string }) => (
  <Group {...field}>
    <div class="checks single">
      {choices.map((choice, index) => (
        <Check
          {...choice}
          type="radio"
          name={field.name}
          id={idOf(field.name, index)}
          checked={choice.value === value}
        />
      ))}
    </div>
  </Group>
);
