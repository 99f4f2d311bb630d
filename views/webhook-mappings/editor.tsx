import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { Check } from '../shared/check-field.js';
import { type FormProblem, SelectField, TextAreaField, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { type ConstantRow, ConstantRows } from './constant-rows.js';
import { FieldRows, type FieldRowsProps } from './field-rows.js';
import { duplicateChoices, ON_DUPLICATE, POSTED } from './on-duplicate.js';
import { MAPPINGS, wayTo } from './places.js';
import { Preview, type PreviewView } from './preview.js';
import { Sample, type SampleProps } from './sample.js';

export interface EditorProps
  extends Omit<FieldRowsProps, 'draftAction'>, Omit<SampleProps, 'draftAction' | 'mappingPath'> {
  frame: Frame;
  /** null for a new one. */
  id: string | null;
  name: string;
  version: string;
  constants: readonly ConstantRow[];
  tags: string;
  onDuplicate: string;
  preview: PreviewView | null;
  /** Why the form as it is makes no contact of the sample. */
  draftProblem: string | null;
  problems: readonly FormProblem[];
}

export const EditorPage = (props: EditorProps) => {
  const { frame, id, name, problems } = props;
  const title = id === null ? 'Create mapping' : `Edit ${name}`;
  const path = id === null ? MAPPINGS.href : `${MAPPINGS.href}/${id}`;
  const draftAction = id === null ? `${path}/new/draft` : `${path}/edit/draft`;
  const save = id === null ? 'Create mapping' : 'Save mapping';
  return (
    <Shell title={`${title} · Webhook mappings`} frame={frame} scripts={['mappings.js']}>
      <PageHead title={title} from={id === null ? MAPPINGS : wayTo({ id, name: name || 'Mapping' })} />
      <Form frame={frame} action={path} class="editor">
        {/* Enter in a field saves: it presses the form's first button. */}
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true">
          {save}
        </button>
        <p class="unseen" role="status" data-said />
        <div class="form head">
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
        </div>
        <Sample {...props} draftAction={draftAction} mappingPath={id === null ? null : path} />
        <div class="form rules">
          <FieldRows {...props} draftAction={draftAction} />
          <Preview preview={props.preview} problem={props.draftProblem} hasSample={props.tree !== null} />
          <Rest {...props} />
          <div class="buttons">
            <button type="submit" class="button primary">
              {save}
            </button>
            {id === null && (
              <button type="submit" class="button quiet" name="paused" value="listen">
                Create paused and listen
              </button>
            )}
            <a class="button quiet" href={path}>
              Cancel
            </a>
          </div>
        </div>
      </Form>
      <datalist id="targets">
        {props.targets.map((target) => (
          <option value={target} />
        ))}
      </datalist>
    </Shell>
  );
};

const Rest = (props: EditorProps) => (
  <>
    <ConstantRows {...props} />
    <TextAreaField
      name="static_tags"
      label="Static tags"
      hint="Added to every contact, one a line."
      optional
      rows={3}
      value={props.tags}
      spellcheck={false}
      problems={props.problems}
    />
    <SelectField
      name="on_duplicate"
      label={ON_DUPLICATE}
      hint="An empty value never erases a known one."
      value={props.onDuplicate}
      choices={duplicateChoices(POSTED)}
      problems={props.problems}
    />
    <Check
      name="active"
      label="Active"
      hint="An active mapping needs a source for phone. While it is paused, requests are refused, and their fields show up here as a sample."
      checked={props.active}
    />
  </>
);
