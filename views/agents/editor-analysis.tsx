import { FilledArea, FilledSelect, FilledText } from '../shared/filled-field.js';
import { targetUrlHint } from '../shared/target-url.js';
import type { SectionProps } from './editor.js';
import { PartName, PartRows, type RowProps } from './part-rows.js';

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

export const AnalysisFields = ({ filled, problems, focus, allowPrivateTargets }: SectionProps) => {
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
        hint="What is read out of each call, and checked against a JSON Schema."
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
        {(at) => <Action at={at} {...rows} urlHint={targetUrlHint(allowPrivateTargets)} />}
      </PartRows>
    </>
  );
};

const KEY_HINT = 'Lowercase letters, digits and _, a letter first, such as demo_booked.';

const Criterion = (row: RowProps) => (
  <>
    <div class="side-by-side">
      <PartName {...row} hint={KEY_HINT} />
      <FilledSelect form={row} name={`${row.at}.type`} label="Answer" choices={TYPES} />
    </div>
    <FilledArea form={row} name={`${row.at}.description`} label="Question" rows={2} />
  </>
);

const Extraction = (row: RowProps) => (
  <>
    <PartName {...row} hint={KEY_HINT} />
    <FilledArea form={row} name={`${row.at}.description`} label="What to look for" rows={2} />
    <FilledArea
      form={row}
      name={`${row.at}.schema`}
      label="JSON Schema of the value"
      rows={5}
      mono
      spellcheck={false}
    />
  </>
);

const Action = ({ urlHint, ...row }: RowProps & { urlHint: string }) => {
  const { at } = row;
  const type = row.filled.text(`${at}.type`);
  return (
    <>
      <input type="hidden" name={`${at}.type`} value={type} />
      <div class="side-by-side">
        <PartName {...row} />
        <FilledSelect form={row} name={`${at}.when`} label="When" choices={CONDITIONS} />
      </div>
      {type === 'add_tag' && (
        <FilledText form={row} name={`${at}.tag`} label="Tag for the contact" maxLength={100} />
      )}
      {type === 'add_note' && <FilledArea form={row} name={`${at}.body`} label="Note on the call" rows={3} />}
      {type === 'http_request' && (
        <FilledText
          form={row}
          name={`${at}.url`}
          label="URL"
          hint={`The call and its analysis are posted there, signed. ${urlHint}`}
          type="url"
        />
      )}
    </>
  );
};
