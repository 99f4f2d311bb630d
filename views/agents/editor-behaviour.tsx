import { Check } from '../shared/check-field.js';
import { FilledArea, FilledSelect, FilledText } from '../shared/filled-field.js';
import type { SectionProps } from './editor.js';

const VOICEMAIL = [
  { value: 'hang_up', label: 'Hang up' },
  { value: 'leave_message', label: 'Leave a message' },
];

export const BehaviourFields = (props: SectionProps) => (
  <>
    <Check
      name="interruptible"
      label="The customer can interrupt"
      hint="The agent stops speaking as soon as the customer starts."
      checked={props.filled.checked('interruptible')}
    />
    <Check
      name="record"
      label="Record calls"
      hint="Both sides, from the answer on. Check whether the law makes you tell callers."
      checked={props.filled.checked('record')}
    />
    <FilledText
      form={props}
      name="silence_seconds"
      label="Silence, in seconds"
      hint="3 to 120. Then the agent asks whether somebody is there; after as long again it says goodbye."
      inputMode="numeric"
    />
    <FilledText
      form={props}
      name="ring_timeout_seconds"
      label="Ringing, in seconds"
      hint="5 to 600. A call that is not answered by then ends."
      inputMode="numeric"
    />
    <FilledText
      form={props}
      name="max_duration_seconds"
      label="Longest call, in seconds"
      hint="10 to 14,400, counted from the answer."
      inputMode="numeric"
    />
    <FilledSelect form={props} name="voicemail.action" label="When a voicemail answers" choices={VOICEMAIL} />
    <FilledArea
      form={props}
      name="voicemail.message"
      label="Voicemail message"
      hint="Said only when a message is left; variables are filled in."
      rows={3}
    />
  </>
);
