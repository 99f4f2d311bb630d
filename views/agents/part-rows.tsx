import type { ComponentChildren } from 'preact';
import type { FormProblem } from '../shared/field.js';
import { FilledText } from '../shared/filled-field.js';
import type { SectionProps } from './editor.js';

type Rows = Pick<SectionProps, 'filled' | 'problems' | 'focus'>;

interface PartRowsProps extends Rows {
  /** As the API names it, such as `http_tools`. */
  list: string;
  title: string;
  hint: string;
  /** What is amiss with them as they are. */
  note?: ComponentChildren;
  /** One of them, such as `HTTP tool`. */
  one: string;
  /** What can be added; of several kinds, each by its name. */
  adds: readonly { kind?: string; label: string }[];
  /** Whether the order means anything. */
  ordered?: boolean;
  /** The fields of the row whose names begin so. */
  children: (at: string) => ComponentChildren;
}

/** Several things of a kind, each a set of fields; rows come and go by buttons that send the form. */
export const PartRows = ({ list, title, hint, note, one, adds, ordered = false, ...rest }: PartRowsProps) => {
  const { filled, problems, focus, children } = rest;
  const places = placesOf(filled, list);
  return (
    <fieldset class="parts" id={list} data-part={list} aria-describedby={`${list}-hint`}>
      <legend>{title}</legend>
      <p class="hint" id={`${list}-hint`}>
        {hint}
      </p>
      {note}
      <Problem at={list} problems={problems} />
      {places.map((place) => (
        <fieldset class="part" id={`${list}[${place}]`}>
          <legend>{`${one} ${place + 1}`}</legend>
          <Problem at={`${list}[${place}]`} problems={problems} />
          {children(`${list}[${place}]`)}
          <div class="row-actions">
            {ordered && place > 0 && (
              <Do what={`raise ${list} ${place}`} label="Move up" name={`Move ${one} ${place + 1} up`} />
            )}
            <Do what={`remove ${list} ${place}`} label="Remove" name={`Remove ${one} ${place + 1}`} />
          </div>
        </fieldset>
      ))}
      <div class="adds">
        {adds.map(({ kind, label }, index) => (
          <Do
            what={kind ? `add ${list} ${kind}` : `add ${list}`}
            label={label}
            id={index === 0 ? `add-${list}` : undefined}
            autofocus={index === 0 && focus === `add-${list}`}
          />
        ))}
      </div>
    </fieldset>
  );
};

export interface RowProps extends Rows {
  /** What the names of the row's fields begin with. */
  at: string;
}

/** What each of several is called: where the work goes on when it was just added. */
export const PartName = ({ hint, ...row }: RowProps & { hint?: string }) => (
  <FilledText
    form={row}
    name={`${row.at}.name`}
    label="Name"
    hint={hint}
    spellcheck={false}
    autofocus={row.focus === `${row.at}.name`}
  />
);

function placesOf(filled: PartRowsProps['filled'], list: string): number[] {
  const places: number[] = [];
  while (filled.checked(`${list}[${places.length}].name`)) places.push(places.length);
  return places;
}

interface DoProps {
  what: string;
  label: string;
  /** Where the label alone does not tell. */
  name?: string;
  id?: string;
  autofocus?: boolean;
}

const Do = ({ what, label, name, id, autofocus }: DoProps) => (
  <button
    type="submit"
    class="button quiet small"
    name="do"
    value={what}
    id={id}
    aria-label={name}
    autofocus={autofocus}
    data-do
  >
    {label}
  </button>
);

const Problem = ({ at, problems }: { at: string; problems: readonly FormProblem[] }) => {
  const text = problems.find(({ field }) => field === at)?.text;
  return text === undefined ? null : <p class="problem">{text}</p>;
};
