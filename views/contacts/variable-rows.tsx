import type { ComponentChildren } from 'preact';
import type { FormProblem } from '../shared/field.js';

interface VariableRowsProps {
  hint: ComponentChildren;
  variables: readonly { name: string; value: string }[];
  problems: readonly FormProblem[];
}

/** Names with values, as many as are needed. */
export const VariableRows = ({ hint, variables, problems }: VariableRowsProps) => {
  const problem = problems.find(({ field }) => field === 'variables')?.text;
  return (
    <fieldset
      class={problem ? 'field wrong' : 'field'}
      aria-describedby={problem ? 'variables-hint variables-problem' : 'variables-hint'}
    >
      <legend>
        Variables<span class="optional"> optional</span>
      </legend>
      <p class="hint" id="variables-hint">
        {hint}
      </p>
      <div class="rows" data-rows>
        {variables.map(({ name, value }, index) => (
          <div class="row pair">
            <input
              id={index === 0 ? 'variables' : undefined}
              name="variable_name"
              value={name}
              placeholder="Name"
              aria-label={`Name of variable ${index + 1}`}
            />
            <textarea
              name="variable_value"
              rows={1}
              placeholder="Value"
              aria-label={`Value of variable ${index + 1}`}
            >
              {/* A browser takes away a first line break. */}
              {`\n${value}`}
            </textarea>
          </div>
        ))}
      </div>
      <button type="button" class="button quiet small" data-add-row hidden>
        Add variable
      </button>
      {problem && (
        <p class="problem" id="variables-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
};
