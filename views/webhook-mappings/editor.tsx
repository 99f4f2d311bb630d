import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { Check, type FormProblem, SelectField, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Preview, type PreviewView } from './preview.js';

const LIST = { href: '/settings/webhook-mappings', label: 'Webhook mappings' };

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

export interface EditorProps {
  frame: Frame;
  /** null for a new one. */
  id: string | null;
  name: string;
  active: boolean;
  version: string;
  rows: readonly EditorRow[];
  constants: readonly ConstantRow[];
  tags: string;
  onDuplicate: string;
  targets: readonly string[];
  transforms: readonly { value: string; label: string }[];
  /** A payload to try the rules on. */
  sample: string;
  preview: PreviewView | null;
  problems: readonly FormProblem[];
}

const DUPLICATES = [
  { value: 'fill_missing', label: 'Fill what is empty' },
  { value: 'overwrite', label: 'Overwrite with what was posted' },
  { value: 'skip', label: 'Change nothing' },
];

export const EditorPage = (props: EditorProps) => {
  const { frame, id, name, problems } = props;
  const title = id === null ? 'Create mapping' : `Edit ${name}`;
  const back = id === null ? LIST.href : `${LIST.href}/${id}`;
  return (
    <Shell title={`${title} · Webhook mappings`} frame={frame}>
      <PageHead title={title} from={LIST} />
      <Form frame={frame} action={back} class="form editor">
        <ErrorSummary problems={problems} />
        {id !== null && <input type="hidden" name="version" value={props.version} />}
        <TextField
          name="name"
          label="Name"
          hint="The system that posts, such as Website form."
          value={name}
          maxLength={200}
          autocomplete="off"
          problems={problems}
        />
        <FieldRows {...props} />
        <ConstantRows {...props} />
        <TextField
          name="static_tags"
          label="Tags"
          hint="Added to every contact; with commas between them."
          value={props.tags}
          autocomplete="off"
          problems={problems}
        />
        <SelectField
          name="on_duplicate"
          label="When the contact exists already"
          hint="Nothing that is known is ever erased."
          value={props.onDuplicate}
          choices={DUPLICATES}
          problems={problems}
        />
        <Check
          name="active"
          label="Active"
          hint="An active mapping needs a source for phone. Leave it inactive to look at a sample first."
          checked={props.active}
        />
        <div class="buttons">
          <button type="submit" class="button primary">
            {id === null ? 'Create mapping' : 'Save mapping'}
          </button>
          <a class="button quiet" href={back}>
            Cancel
          </a>
        </div>
        {id !== null && <Preview id={id} sample={props.sample} preview={props.preview} />}
      </Form>
      <datalist id="targets">
        {props.targets.map((target) => (
          <option value={target} />
        ))}
      </datalist>
    </Shell>
  );
};

const Problem = ({ at, problems }: { at: string; problems: readonly FormProblem[] }) => {
  const text = problems.find(({ field }) => field === at)?.text;
  return text === undefined ? null : <p class="problem">{text}</p>;
};

const FieldRows = ({ rows, transforms, problems }: EditorProps) => (
  <fieldset class="field" aria-describedby="rows-hint">
    <legend>Field mappings</legend>
    <p class="hint" id="rows-hint">
      From a field of the payload, or a path such as lead.phones[0].number, to a field of the contact: phone,
      firstName, email … or variables.name. Empty rows are left out.
    </p>
    <div class="rows" data-rows>
      {rows.map(({ source, target, transform }, index) => (
        <div class="row">
          <input
            id={index === 0 ? 'field_mappings' : undefined}
            name="source"
            value={source}
            placeholder="Source"
            aria-label={`Source of row ${index + 1}`}
          />
          <input
            name="target"
            value={target}
            list="targets"
            placeholder="Contact field"
            aria-label={`Contact field of row ${index + 1}`}
          />
          <select name="transform" aria-label={`Transform of row ${index + 1}`}>
            {transforms.map((choice) => (
              <option value={choice.value} selected={choice.value === transform}>
                {choice.label}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
    <button type="button" class="button quiet small" data-add-row hidden>
      Add row
    </button>
    <Problem at="field_mappings" problems={problems} />
  </fieldset>
);

const ConstantRows = ({ constants, problems }: EditorProps) => (
  <fieldset class="field" aria-describedby="constants-hint">
    <legend>Static values</legend>
    <p class="hint" id="constants-hint">
      The same for every contact: a default for what is empty, or always.
    </p>
    <div class="rows">
      {constants.map(({ target, value, override }, index) => (
        <div class="row">
          <input
            id={index === 0 ? 'static_values' : undefined}
            name="static_target"
            value={target}
            list="targets"
            placeholder="Contact field"
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
    <Problem at="static_values" problems={problems} />
  </fieldset>
);
