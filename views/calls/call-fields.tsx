import { FilledArea, type FilledForm, FilledText } from '../shared/filled-field.js';

/** Who answers a simulated call is decided by its number. */
const SIMULATED =
  'The carrier is simulated. +1 312 555 0150 has a conversation, 0101 is busy, 0102 does not answer, 0103 is a voicemail.';

/** As they are named where one of them is refused. */
export const CALL_LABELS = {
  agent_id: 'Agent',
  phone_number: 'Number to call',
  notes: 'What the agent should know',
  text: 'You say',
};

interface CallFieldsProps {
  form: FilledForm;
  simulated: boolean;
}

/** What is asked for before an agent calls somebody. */
export const CallFields = ({ form, simulated }: CallFieldsProps) => (
  <>
    <FilledText
      form={form}
      name="phone_number"
      label="Number to call"
      hint={simulated ? SIMULATED : 'A number in the United States or Canada: +1 and ten digits.'}
      type="tel"
    />
    <FilledArea
      form={form}
      name="notes"
      label="What the agent should know"
      hint="Becomes the call’s first note."
      optional
      rows={4}
      maxLength={5_000}
    />
  </>
);
