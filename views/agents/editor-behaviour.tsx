import { Check, SelectField, TextAreaField, TextField } from '../shared/field.js';
import type { SectionProps } from './editor.js';

const VOICEMAIL = [
  { value: 'hang_up', label: 'Hang up' },
  { value: 'leave_message', label: 'Leave a message' },
];

export const BehaviourFields = ({ filled, problems }: SectionProps) => (
  <>
    <Check
      name="interruptible"
      label="The customer can interrupt"
      hint="It stops speaking as soon as the customer does."
      checked={filled.checked('interruptible')}
    />
    <Check
      name="record"
      label="Record calls"
      hint="Both sides, from the answer on. Whether callers must be told is for you to know."
      checked={filled.checked('record')}
    />
    <TextField
      name="silence_seconds"
      label="Silence, in seconds"
      hint="3 to 120. Then it asks whether somebody is there; after as long again it says goodbye."
      inputMode="numeric"
      value={filled.text('silence_seconds')}
      autocomplete="off"
      problems={problems}
    />
    <TextField
      name="ring_timeout_seconds"
      label="Ringing, in seconds"
      hint="5 to 600. A call that is not answered by then ends."
      inputMode="numeric"
      value={filled.text('ring_timeout_seconds')}
      autocomplete="off"
      problems={problems}
    />
    <TextField
      name="max_duration_seconds"
      label="Longest call, in seconds"
      hint="10 to 14,400, counted from the answer."
      inputMode="numeric"
      value={filled.text('max_duration_seconds')}
      autocomplete="off"
      problems={problems}
    />
    <SelectField
      name="voicemail.action"
      label="When a voicemail answers"
      value={filled.text('voicemail.action')}
      choices={VOICEMAIL}
      problems={problems}
    />
    <TextAreaField
      name="voicemail.message"
      label="Voicemail message"
      hint="Said only when a message is left; variables are filled in."
      rows={3}
      value={filled.raw('voicemail.message')}
      problems={problems}
    />
  </>
);
