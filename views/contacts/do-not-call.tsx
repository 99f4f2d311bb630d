import { ConfirmPage, type ConfirmProps } from '../shared/confirm-page.js';
import { TextField } from '../shared/field.js';

interface DoNotCallProps extends ConfirmProps {
  reason: string;
}

/** Asks why a number is not to be called any more, for whoever looks at the contact later. */
export const DoNotCallPage = ({ reason, ...question }: DoNotCallProps) => (
  <ConfirmPage {...question}>
    <TextField
      name="do_not_call_reason"
      label="Reason"
      optional
      hint="Such as: asked for it by e-mail on 3 May."
      value={reason}
      maxLength={500}
      autocomplete="off"
      problems={question.problems}
    />
  </ConfirmPage>
);
