import { type FormProblem, Optional } from '../shared/field.js';
import { RowsProblem } from './rows-problem.js';

export interface ConstantRow {
  target: string;
  value: string;
  override: boolean;
}

interface ConstantRowsProps {
  constants: readonly ConstantRow[];
  problems: readonly FormProblem[];
}

/** What is the same for every contact. */
export const ConstantRows = ({ constants, problems }: ConstantRowsProps) => (
  <fieldset class="field" aria-describedby="constants-hint">
    <legend>
      Static values
      <Optional />
    </legend>
    <p class="hint" id="constants-hint">
      The same for every contact, written where nothing was posted, or always.
    </p>
    <div class="row heads" aria-hidden="true">
      <span>Contact field</span>
      <span>Value</span>
      <span>Written</span>
    </div>
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
    <RowsProblem at="static_values" problems={problems} />
  </fieldset>
);
