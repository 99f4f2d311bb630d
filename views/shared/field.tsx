import { type ComponentChildren, h } from 'preact';

/** What is wrong with a form: at a field, or (without one) with the whole. */
export interface FormProblem {
  field: string | null;
  text: string;
  /** Where what is wrong with the whole is put right. */
  link?: { href: string; label: string };
}

/** What is said of every field. */
export interface FieldProps {
  name: string;
  label: string;
  /** What to know before filling it in, in one line. */
  hint?: ComponentChildren;
  /** It may be left empty; what must be filled in is not marked. */
  optional?: boolean;
  problems?: readonly FormProblem[];
}

export const problemAt = (name: string, problems: readonly FormProblem[] = []): string | undefined =>
  problems.find(({ field }) => field === name)?.text;

/** The ids of what describes a control: its hint and its problem. */
export const describedBy = ({ name, hint, problems }: FieldProps): string | undefined =>
  [hint && `${name}-hint`, problemAt(name, problems) && `${name}-problem`].filter(Boolean).join(' ') ||
  undefined;

/** What a label says of a field that may be left empty. */
export const Optional = () => <span class="optional"> optional</span>;

const Around = ({ children, ...field }: FieldProps & { children: ComponentChildren }) => {
  const problem = problemAt(field.name, field.problems);
  return (
    <div class={problem ? 'field wrong' : 'field'}>
      <label for={field.name}>
        {field.label}
        {field.optional && <Optional />}
      </label>
      {field.hint && (
        <p class="hint" id={`${field.name}-hint`}>
          {field.hint}
        </p>
      )}
      {children}
      {problem && (
        <p class="problem" id={`${field.name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
};

/** What a form shows: as a thing is, or as somebody filled it in. */
export interface Filled {
  /** One line, without white space around it. */
  text(name: string): string;
  raw(name: string): string;
  all(name: string): string[];
  checked(name: string): boolean;
}

export interface TextProps extends FieldProps {
  type?: 'text' | 'search' | 'email' | 'password' | 'tel' | 'number' | 'url' | 'date';
  inputMode?: 'numeric' | 'decimal';
  /** Id of the list of what is usual. */
  list?: string;
  value?: string;
  autocomplete?: string;
  autofocus?: boolean;
  spellcheck?: boolean;
  maxLength?: number;
}

/** One line to fill in. */
export const TextField = ({ name, label, hint, optional, problems, type = 'text', ...input }: TextProps) => (
  <Around name={name} label={label} hint={hint} optional={optional} problems={problems}>
    {h('input', {
      ...input,
      type,
      id: name,
      name,
      'aria-describedby': describedBy({ name, label, hint, problems }),
      'aria-invalid': problemAt(name, problems) ? 'true' : undefined,
    })}
  </Around>
);

export interface TextAreaProps extends FieldProps {
  value?: string;
  /** Lines that are seen without scrolling. */
  rows?: number;
  spellcheck?: boolean;
  maxLength?: number;
  /** Code or data rather than prose. */
  mono?: boolean;
}

/** Several lines to fill in. */
export const TextAreaField = (props: TextAreaProps) => {
  const { name, label, hint, optional, problems, value = '', mono = false, ...area } = props;
  return (
    <Around name={name} label={label} hint={hint} optional={optional} problems={problems}>
      <textarea
        {...area}
        id={name}
        name={name}
        class={mono ? 'mono' : undefined}
        aria-describedby={describedBy(props)}
        aria-invalid={problemAt(name, problems) ? 'true' : undefined}
      >
        {/* A browser takes away a first line break. */}
        {`\n${value}`}
      </textarea>
    </Around>
  );
};

export interface Choice {
  value: string;
  label: string;
}

export type SelectProps = FieldProps & { value: string; choices: readonly Choice[] };

/** One of a few. */
export const SelectField = ({ value, choices, ...field }: SelectProps) => (
  <Around {...field}>
    <select
      id={field.name}
      name={field.name}
      aria-describedby={describedBy(field)}
      aria-invalid={problemAt(field.name, field.problems) ? 'true' : undefined}
    >
      {choices.map((choice) => (
        <option value={choice.value} selected={choice.value === value}>
          {choice.label}
        </option>
      ))}
    </select>
  </Around>
);
