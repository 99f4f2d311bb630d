import { ManyField } from '../shared/check-field.js';
import { FilledArea, FilledText } from '../shared/filled-field.js';
import { targetUrlHint } from '../shared/target-url.js';
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

export const ToolFields = ({ filled, problems, focus, toolOrder, allowPrivateTargets }: SectionProps) => {
  const rows = { filled, problems, focus };
  return (
    <>
      <ManyField
        name="tools"
        label="Built-in tools"
        hint="What the agent may do by itself during a call."
        choices={toolOrder.map((value) => ({ value, label: value, ...BUILT_IN[value] }))}
        values={filled.all('tools')}
        problems={problems}
      />
      <PartRows
        {...rows}
        list="http_tools"
        title="HTTP tools"
        hint="Systems of yours that the agent can ask during a call, by signed requests."
        one="HTTP tool"
        adds={[{ label: 'Add HTTP tool' }]}
      >
        {(at) => <HttpTool {...rows} at={at} urlHint={targetUrlHint(allowPrivateTargets)} />}
      </PartRows>
      <PartRows
        {...rows}
        list="transfer_destinations"
        title="Transfer destinations"
        hint="The only numbers that a call can be transferred to."
        note={<TransferNote hasRows={filled.checked('transfer_destinations[0].name')} />}
        one="Destination"
        adds={[{ label: 'Add destination' }]}
      >
        {(at) => <Destination {...rows} at={at} />}
      </PartRows>
    </>
  );
};

/** Which of the two is seen is for the box above to say, as it is ticked now: the stylesheet looks at it. */
const TransferNote = ({ hasRows }: { hasRows: boolean }) =>
  hasRows ? (
    <p class="note if-not-transferring">
      Not used: “{BUILT_IN['transfer_call']?.label}” is not ticked above.
    </p>
  ) : (
    <p class="note if-transferring">The agent can transfer nobody before a destination is added.</p>
  );

const Destination = (row: RowProps) => (
  <>
    <div class="side-by-side">
      <PartName {...row} hint="What the agent calls it, such as sales." />
      <FilledText
        form={row}
        name={`${row.at}.phone`}
        label="Number"
        hint="In international form, such as +1 312 555 0170."
        type="tel"
      />
    </div>
    <WhenToUse {...row} />
  </>
);

const WhenToUse = (row: RowProps) => (
  <FilledArea form={row} name={`${row.at}.description`} label="When to use it" rows={2} />
);

const HttpTool = ({ urlHint, ...row }: RowProps & { urlHint: string }) => (
  <>
    <div class="side-by-side">
      <PartName {...row} hint="Lowercase letters, digits and _, a letter first, such as book_appointment." />
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
      hint={`The agent’s request is posted there, signed. ${urlHint}`}
      type="url"
    />
    <FilledArea
      form={row}
      name={`${row.at}.parameters`}
      label="Parameters"
      hint="JSON Schema of what the agent sends: an object."
      rows={8}
      mono
      spellcheck={false}
    />
  </>
);
