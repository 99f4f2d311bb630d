import { ManyField } from '../shared/check-field.js';
import { FilledArea, FilledText } from '../shared/filled-field.js';
import type { SectionProps } from './editor.js';
import { PartName, PartRows, type RowProps } from './part-rows.js';

const BUILT_IN: Record<string, { label: string; hint: string }> = {
  end_call: { label: 'End the call', hint: 'Hangs up when all is said.' },
  transfer_call: { label: 'Transfer the call', hint: 'To one of the destinations below.' },
  send_dtmf: { label: 'Press keys', hint: 'For menus of other systems.' },
  update_contact: { label: 'Update the contact', hint: 'What the customer tells of themselves.' },
  add_tag: { label: 'Tag the contact', hint: 'To find it again.' },
  opt_out: { label: 'Opt out', hint: 'Puts the number on the do-not-call list.' },
};

export const ToolFields = ({ filled, problems, focus, toolOrder }: SectionProps) => {
  const rows = { filled, problems, focus };
  return (
    <>
      <ManyField
        name="tools"
        label="Built-in tools"
        hint="What it may do of its own accord during a call."
        choices={toolOrder.map((value) => ({ value, label: value, ...BUILT_IN[value] }))}
        values={filled.all('tools')}
        problems={problems}
      />
      <PartRows
        {...rows}
        list="http_tools"
        title="HTTP tools"
        hint="Systems of yours that it can ask during the call, by signed requests."
        one="HTTP tool"
        adds={[{ label: 'Add HTTP tool' }]}
      >
        {(at) => <HttpTool {...rows} at={at} />}
      </PartRows>
      <PartRows
        {...rows}
        list="transfer_destinations"
        title="Transfer destinations"
        hint="The only numbers that a call can be transferred to."
        one="Destination"
        adds={[{ label: 'Add destination' }]}
      >
        {(at) => <Destination {...rows} at={at} />}
      </PartRows>
    </>
  );
};

const Destination = (row: RowProps) => (
  <>
    <div class="pair">
      <PartName {...row} />
      <FilledText form={row} name={`${row.at}.phone`} label="Number" type="tel" />
    </div>
    <WhenToUse {...row} />
  </>
);

const WhenToUse = (row: RowProps) => (
  <FilledArea form={row} name={`${row.at}.description`} label="When to use it" rows={2} />
);

const HttpTool = (row: RowProps) => (
  <>
    <div class="pair">
      <PartName {...row} hint="a-z, 0-9 and _, such as book_appointment." />
      <FilledText
        form={row}
        name={`${row.at}.timeout_seconds`}
        label="Timeout, in seconds"
        hint="1 to 20."
        inputMode="numeric"
      />
    </div>
    <WhenToUse {...row} />
    <FilledText
      form={row}
      name={`${row.at}.url`}
      label="URL"
      hint="https, and a public address. It is posted to."
      type="url"
    />
    <FilledArea
      form={row}
      name={`${row.at}.parameters`}
      label="Parameters"
      hint="JSON Schema of what it is asked with: an object."
      rows={8}
      mono
      spellcheck={false}
    />
  </>
);
