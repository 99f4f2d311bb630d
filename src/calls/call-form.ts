import type { Form } from '../auth/form.js';
import { normalizePhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import { StartCallDto } from './start-call.dto.js';

/** What a form asks for before anybody is called. */
export const CALL_ASKS_FOR = { phone_number: 'Enter a phone number.' };

/** The call that a form asks for. A number is taken as people write it. @throws InvalidRequest */
export function callIn(form: Form, agentId: string, variables?: Record<string, string>): StartCallDto {
  const typed = form.text('phone_number');
  const number = normalizePhoneNumber(typed, 'US');
  return readFields(StartCallDto, {
    agentId,
    phoneNumber: 'e164' in number ? number.e164 : typed,
    notes: form.given('notes'),
    ...(variables && { variables }),
  });
}
