import type { FormProblem } from '../shared/field.js';
import { type Check, Found } from './found.js';
import { RowsProblem } from './rows-problem.js';
import { tailOf } from './source-path.js';
import { type Suggestion, Suggestions } from './suggestions.js';

export interface EditorRow {
  source: string;
  target: string;
  transform: string;
}

export interface FieldRowsProps {
  rows: readonly EditorRow[];
  /** One a row, of the sample. */
  checks: readonly (Check | null)[];
  suggestions: readonly Suggestion[];
  transforms: readonly { value: string; label: string }[];
  problems: readonly FormProblem[];
  draftAction: string;
  /** It was refused, because nothing fills the phone number. */
  phoneIsMissing: boolean;
}

/** Where contact fields come from. */
export const FieldRows = (props: FieldRowsProps) => (
  <fieldset class="field" aria-describedby="rows-hint">
    <legend>Field mappings</legend>
    <p class="hint" id="rows-hint">
      From a field of the payload, or a path such as <code>lead.phones[0].number</code>, to a field of the
      contact: <code>phone</code>, <code>firstName</code>, <code>email</code> … or <code>variables.name</code>
      . Of several rows for one field the first with a value wins. A row without a source is left out.
    </p>
    <div class="row rule heads" aria-hidden="true">
      <span>Source</span>
      <span>Contact field</span>
      <span>Transform</span>
    </div>
    <div class="rows" id="rows" data-rows>
      {props.rows.map((row, index) => (
        <Row row={row} index={index} check={props.checks[index] ?? null} transforms={props.transforms} />
      ))}
    </div>
    <button type="button" class="button quiet small" data-add-row hidden>
      Add row
    </button>
    {props.phoneIsMissing ? (
      <PhoneIsMissing />
    ) : (
      <RowsProblem at="field_mappings" problems={props.problems} />
    )}
    <Suggestions {...props} />
  </fieldset>
);

interface RowProps {
  row: EditorRow;
  index: number;
  check: Check | null;
  transforms: FieldRowsProps['transforms'];
}

const Row = ({ row, index, check, transforms }: RowProps) => {
  const tail = tailOf(row.source);
  return (
    <div class="row rule">
      <input
        id={index === 0 ? 'field_mappings' : undefined}
        name="source"
        value={row.source}
        title={row.source || undefined}
        placeholder="Source"
        autocomplete="off"
        spellcheck={false}
        aria-label={`Source of row ${index + 1}`}
      />
      <input
        name="target"
        value={row.target}
        list="targets"
        placeholder="Contact field"
        autocomplete="off"
        spellcheck={false}
        aria-label={`Contact field of row ${index + 1}`}
      />
      <select name="transform" aria-label={`Transform of row ${index + 1}`}>
        {transforms.map((choice) => (
          <option value={choice.value} selected={choice.value === row.transform}>
            {choice.label}
          </option>
        ))}
      </select>
      <div data-check hidden={check === null && tail === null}>
        {check ? <Found check={check} of={tail} /> : <code class="tail">{tail}</code>}
      </div>
    </div>
  );
};

const PhoneIsMissing = () => (
  <div class="problem explained">
    <p>
      Contacts are told apart, and called, by their phone number: an active mapping needs a row that fills the
      contact field phone. Give that row the source that holds the number, or save the mapping paused to look
      at a sample first.
    </p>
    <button type="submit" class="button quiet small" name="paused" value="on">
      Save mapping paused
    </button>
  </div>
);
