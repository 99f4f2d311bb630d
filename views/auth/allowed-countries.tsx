import { ManyField } from '../shared/check-field.js';
import type { Choice, FormProblem } from '../shared/field.js';

interface AllowedCountriesProps {
  allowed: readonly Choice[];
  notAllowed: readonly Choice[];
  mayChange: boolean;
  problems: readonly FormProblem[];
}

/** Those that may be called, each with a box to take it off; below them any other can be added. */
export const AllowedCountries = ({ mayChange, allowed, notAllowed, problems }: AllowedCountriesProps) => (
  <ManyField
    name="allowed_countries"
    label="Countries that may be called"
    choices={allowed}
    values={allowed.map(({ value }) => value)}
    problems={problems}
  >
    {mayChange && (
      <>
        <div class="rows" data-rows>
          <div class="row single">
            <select
              id={allowed.length === 0 ? 'allowed_countries' : undefined}
              name="allowed_countries"
              aria-label="Another country 1"
            >
              <option value="">Add a country</option>
              {notAllowed.map(({ value, label }) => (
                <option value={value}>{label}</option>
              ))}
            </select>
          </div>
        </div>
        <button type="button" class="button quiet small" data-add-row hidden>
          Add another country
        </button>
      </>
    )}
  </ManyField>
);
