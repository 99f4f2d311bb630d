import { ManyField, TextAreaField, TextField } from '../shared/field.js';
import type { SectionProps } from './editor.js';
import { PartRows } from './part-rows.js';

const BUILT_IN: Record<string, { label: string; hint: string }> = {
  end_call: { label: 'End the call', hint: 'Hangs up when all is said.' },
  transfer_call: { label: 'Transfer the call', hint: 'To one of the destinations below.' },
  send_dtmf: { label: 'Press keys', hint: 'For menus of other systems.' },
  update_contact: { label: 'Update the contact', hint: 'What the customer tells of themselves.' },
  add_tag: { label: 'Tag the contact', hint: 'To find it again.' },
  opt_out: { label: 'Opt out', hint: 'Puts the number on the do-not-call list.' },
};

export const ToolFields = ({ filled, problems, focus, toolOrder }: SectionProps) => (
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
      list="http_tools"
      title="HTTP tools"
      hint="Systems of yours that it can ask during the call, by signed requests."
      one="HTTP tool"
      adds={[{ label: 'Add HTTP tool' }]}
      filled={filled}
      problems={problems}
      focus={focus}
    >
      {(at) => <HttpTool at={at} filled={filled} problems={problems} focus={focus} />}
    </PartRows>
    <PartRows
      list="transfer_destinations"
      title="Transfer destinations"
      hint="The only numbers that a call can be transferred to."
      one="Destination"
      adds={[{ label: 'Add destination' }]}
      filled={filled}
      problems={problems}
      focus={focus}
    >
      {(at) => (
        <>
          <div class="pair">
            <TextField
              name={`${at}.name`}
              label="Name"
              value={filled.text(`${at}.name`)}
              autocomplete="off"
              autofocus={focus === `${at}.name`}
              problems={problems}
            />
            <TextField
              name={`${at}.phone`}
              label="Number"
              type="tel"
              value={filled.text(`${at}.phone`)}
              autocomplete="off"
              problems={problems}
            />
          </div>
          <TextAreaField
            name={`${at}.description`}
            label="When to use it"
            rows={2}
            value={filled.raw(`${at}.description`)}
            problems={problems}
          />
        </>
      )}
    </PartRows>
  </>
);

const HttpTool = ({
  at,
  filled,
  problems,
  focus,
}: Pick<SectionProps, 'filled' | 'problems' | 'focus'> & { at: string }) => (
  <>
    <div class="pair">
      <TextField
        name={`${at}.name`}
        label="Name"
        hint="a-z, 0-9 and _, such as book_appointment."
        value={filled.text(`${at}.name`)}
        autocomplete="off"
        spellcheck={false}
        autofocus={focus === `${at}.name`}
        problems={problems}
      />
      <TextField
        name={`${at}.timeout_seconds`}
        label="Timeout, in seconds"
        hint="1 to 20."
        inputMode="numeric"
        value={filled.text(`${at}.timeout_seconds`)}
        autocomplete="off"
        problems={problems}
      />
    </div>
    <TextAreaField
      name={`${at}.description`}
      label="When to use it"
      rows={2}
      value={filled.raw(`${at}.description`)}
      problems={problems}
    />
    <TextField
      name={`${at}.url`}
      label="URL"
      hint="https, and a public address. It is posted to."
      type="url"
      value={filled.text(`${at}.url`)}
      autocomplete="off"
      problems={problems}
    />
    <TextAreaField
      name={`${at}.parameters`}
      label="Parameters"
      hint="JSON Schema of what it is asked with: an object."
      rows={8}
      mono
      spellcheck={false}
      value={filled.raw(`${at}.parameters`)}
      problems={problems}
    />
  </>
);
