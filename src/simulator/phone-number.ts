import { type Form, text, type Webhook, webhook } from './form.js';
import { sidOf } from './seeded.js';

/** An owned number, and where the carrier asks what to do with its calls. */
export interface PhoneNumber {
  readonly sid: string;
  readonly accountSid: string;
  readonly phoneNumber: string;
  readonly friendlyName: string;
  readonly voice: Webhook | null;
  readonly fallback: Webhook | null;
  readonly status: Webhook | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A number that was just acquired. Its id follows from the number, so that it survives a restart. */
export const newPhoneNumber = (accountSid: string, phoneNumber: string, at: Date): PhoneNumber => ({
  sid: sidOf('PN', accountSid + phoneNumber),
  accountSid,
  phoneNumber,
  friendlyName: phoneNumber,
  voice: null,
  fallback: null,
  status: null,
  createdAt: at,
  updatedAt: at,
});

/** The number with what an update names; an empty URL takes the webhook away. */
export function changedPhoneNumber(number: PhoneNumber, form: Form, at: Date): PhoneNumber {
  const changed = (name: string, current: Webhook | null, methodName?: string) =>
    form[name] === undefined ? current : webhook(form, name, 21205, methodName);
  return {
    ...number,
    friendlyName: text(form, 'FriendlyName') ?? number.friendlyName,
    voice: changed('VoiceUrl', number.voice, 'VoiceMethod'),
    fallback: changed('VoiceFallbackUrl', number.fallback, 'VoiceFallbackMethod'),
    status: changed('StatusCallback', number.status),
    updatedAt: at,
  };
}
