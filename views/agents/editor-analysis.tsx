import { SelectField, TextAreaField, TextField } from '../shared/field.js';
import type { SectionProps } from './editor.js';
import { PartRows } from './part-rows.js';

const TYPES = [
  { value: 'boolean', label: 'Yes or no' },
  { value: 'number', label: 'A number' },
  { value: 'text', label: 'A text' },
];

const CONDITIONS = [
  { value: 'always', label: 'After every call' },
  { value: 'success', label: 'After a success' },
  { value: 'failure', label: 'After a failure' },
];

type RowProps = Pick<SectionProps, 'filled' | 'problems' | 'focus'> & { at: string };

export const AnalysisFields = ({ filled, problems, focus }: SectionProps) => {
  const rows = { filled, problems, focus };
  return (
    <>
      <PartRows
        {...rows}
        list="success_criteria"
        title="Success criteria"
        hint="Questions that are answered after each call, from what was said."
        one="Criterion"
        adds={[{ label: 'Add criterion' }]}
      >
        {(at) => <Criterion at={at} {...rows} />}
      </PartRows>
      <PartRows
        {...rows}
        list="extractions"
        title="Data to extract"
        hint="What is read out of each call, checked by a JSON Schema."
        one="Extraction"
        adds={[{ label: 'Add extraction' }]}
      >
        {(at) => <Extraction at={at} {...rows} />}
      </PartRows>
      <PartRows
        {...rows}
        list="post_call_actions"
        title="Post-call actions"
        hint="Done after the analysis, in this order."
        one="Action"
        adds={[
          { kind: 'add_tag', label: 'Add tag action' },
          { kind: 'add_note', label: 'Add note action' },
          { kind: 'http_request', label: 'Add request action' },
        ]}
        ordered
      >
        {(at) => <Action at={at} {...rows} />}
      </PartRows>
    </>
  );
};

const Name = ({ at, filled, problems, focus, hint }: RowProps & { hint?: string }) => (
  <TextField
    name={`${at}.name`}
    label="Name"
    hint={hint}
    value={filled.text(`${at}.name`)}
    autocomplete="off"
    spellcheck={false}
    autofocus={focus === `${at}.name`}
    problems={problems}
  />
);

const KEY_HINT = 'a-z, 0-9 and _, such as demo_booked.';

const Criterion = (row: RowProps) => (
  <>
    <div class="pair">
      <Name {...row} hint={KEY_HINT} />
      <SelectField
        name={`${row.at}.type`}
        label="Answer"
        hint="What the answer is."
        value={row.filled.text(`${row.at}.type`)}
        choices={TYPES}
        problems={row.problems}
      />
    </div>
    <TextAreaField
      name={`${row.at}.description`}
      label="Question"
      rows={2}
      value={row.filled.raw(`${row.at}.description`)}
      problems={row.problems}
    />
  </>
);

const Extraction = (row: RowProps) => (
  <>
    <Name {...row} hint={KEY_HINT} />
    <TextAreaField
      name={`${row.at}.description`}
      label="What to look for"
      rows={2}
      value={row.filled.raw(`${row.at}.description`)}
      problems={row.problems}
    />
    <TextAreaField
      name={`${row.at}.schema`}
      label="JSON Schema of the value"
      rows={5}
      mono
      spellcheck={false}
      value={row.filled.raw(`${row.at}.schema`)}
      problems={row.problems}
    />
  </>
);

const Action = (row: RowProps) => {
  const { at, filled, problems } = row;
  const type = filled.text(`${at}.type`);
  return (
    <>
      <input type="hidden" name={`${at}.type`} value={type} />
      <div class="pair">
        <Name {...row} />
        <SelectField
          name={`${at}.when`}
          label="When"
          value={filled.text(`${at}.when`)}
          choices={CONDITIONS}
          problems={problems}
        />
      </div>
      {type === 'add_tag' && (
        <TextField
          name={`${at}.tag`}
          label="Tag for the contact"
          value={filled.text(`${at}.tag`)}
          maxLength={100}
          autocomplete="off"
          problems={problems}
        />
      )}
      {type === 'add_note' && (
        <TextAreaField
          name={`${at}.body`}
          label="Note on the call"
          rows={3}
          value={filled.raw(`${at}.body`)}
          problems={problems}
        />
      )}
      {type === 'http_request' && (
        <TextField
          name={`${at}.url`}
          label="URL"
          hint="https, and a public address. The call and its analysis are posted to it, signed."
          type="url"
          value={filled.text(`${at}.url`)}
          autocomplete="off"
          problems={problems}
        />
      )}
    </>
  );
};
