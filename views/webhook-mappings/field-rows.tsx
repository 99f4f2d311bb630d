import type { FormProblem } from '../shared/field.js';

export interface EditorRow {
  source: string;
  target: string;
  transform: string;
}

export interface ConstantRow {
  target: string;
  value: string;
  override: boolean;
}

export interface RowCheck {
  tone: 'good' | 'bad' | 'waiting';
  text: string;
}

interface Suggestion {
  source: string;
  target: string;
  transform: string | null;
}

export interface FieldRowsProps {
  rows: readonly EditorRow[];
  /** One a row, of the sample. */
  checks: readonly (RowCheck | null)[];
  suggestions: readonly Suggestion[];
  transforms: readonly { value: string; label: string }[];
  problems: readonly FormProblem[];
  draftAction: string;
  /** It was refused, because nothing fills the phone number. */
  phoneIsMissing: boolean;
}

const Problem = ({ at, problems }: { at: string; problems: readonly FormProblem[] }) => {
  const text = problems.find(({ field }) => field === at)?.text;
  return text === undefined ? null : <p class="problem">{text}</p>;
};

/** Where contact fields come from. */
export const FieldRows = (props: FieldRowsProps) => (
  <fieldset class="field" aria-describedby="rows-hint">
    <legend>Field mappings</legend>
    <p class="hint" id="rows-hint">
      From a field of the payload, or a path such as lead.phones[0].number, to a field of the contact: phone,
      firstName, email … or variables.name. Of several rows for one field the first with a value wins. A row
      without a source is left out.
    </p>
    <div class="rows" id="rows" data-rows>
      {props.rows.map((row, index) => (
        <Row row={row} index={index} check={props.checks[index] ?? null} transforms={props.transforms} />
      ))}
    </div>
    <button type="button" class="button quiet small" data-add-row hidden>
      Add row
    </button>
    {props.phoneIsMissing ? <PhoneIsMissing /> : <Problem at="field_mappings" problems={props.problems} />}
    <Suggestions {...props} />
  </fieldset>
);

interface RowProps {
  row: EditorRow;
  index: number;
  check: RowCheck | null;
  transforms: FieldRowsProps['transforms'];
}

const Row = ({ row, index, check, transforms }: RowProps) => (
  <div class="row">
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
    <p class={check ? `found ${check.tone}` : 'found'} data-check hidden={check === null}>
      {check?.text}
    </p>
  </div>
);

const PhoneIsMissing = () => (
  <div class="problem explained">
    <p>
      Contacts are told apart, and called, by their phone number: an active mapping needs a row that fills the
      contact field phone. Give that row the source that holds the number, or save the mapping inactive to
      look at a sample first.
    </p>
    <button type="submit" class="button quiet small" name="inactive" value="on">
      Save as inactive
    </button>
  </div>
);

const Suggestions = ({ suggestions, draftAction }: FieldRowsProps) => (
  <div id="suggestions">
    {suggestions.length > 0 && (
      <div class="ghosts" role="group" aria-label="Suggested rows">
        <header>
          <p>Suggested by the names in the sample</p>
          <button type="submit" class="button quiet small" name="do" value="use-all" formAction={draftAction}>
            Use all suggestions
          </button>
        </header>
        <ul>
          {suggestions.map(({ source, target, transform }) => (
            <li>
              <code>{source}</code>
              <span>
                {target}
                {transform !== null && <small> {transform.replaceAll('_', ' ')}</small>}
              </span>
              <button
                type="submit"
                class="button quiet small"
                name="do"
                value={`use:${target}`}
                formAction={draftAction}
                aria-label={`Use ${source} for ${target}`}
              >
                Use
              </button>
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
);

interface ConstantRowsProps {
  constants: readonly ConstantRow[];
  problems: readonly FormProblem[];
}

/** What is the same for every contact. */
export const ConstantRows = ({ constants, problems }: ConstantRowsProps) => (
  <fieldset class="field" aria-describedby="constants-hint">
    <legend>Static values</legend>
    <p class="hint" id="constants-hint">
      The same for every contact: a default for what is empty, or always.
    </p>
    <div class="rows" data-rows>
      {constants.map(({ target, value, override }, index) => (
        <div class="row">
          <input
            id={index === 0 ? 'static_values' : undefined}
            name="static_target"
            value={target}
            list="targets"
            placeholder="Contact field"
            autocomplete="off"
            aria-label={`Contact field of static value ${index + 1}`}
          />
          <input
            name="static_value"
            value={value}
            placeholder="Value"
            aria-label={`Static value ${index + 1}`}
          />
          <select name="static_override" aria-label={`When static value ${index + 1} is written`}>
            <option value="" selected={!override}>
              Where empty
            </option>
            <option value="always" selected={override}>
              Always
            </option>
          </select>
        </div>
      ))}
    </div>
    <button type="button" class="button quiet small" data-add-row hidden>
      Add value
    </button>
    <Problem at="static_values" problems={problems} />
  </fieldset>
);
