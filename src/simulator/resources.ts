import { API_VERSION } from './callback-params.js';
import type { CarrierCall } from './carrier-call.js';
import type { PhoneNumber } from './phone-number.js';
import type { Recording } from './recording.js';
import { rfc2822 } from './rfc2822.js';

/** Path of an account's resources: `/2010-04-01/Accounts/AC…/<rest>`. */
export const accountPath = (accountSid: string, rest = ''): string =>
  `/${API_VERSION}/Accounts/${accountSid}${rest}`;

const dateOf = (date: Date | null): string | null => date && rfc2822(date);

/** `+15551234567` as `(555) 123-4567`; other numbers as they are. */
const formatted = (number: string): string => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** The Call resource as the REST API writes it: text and null, nothing else. */
export function callResource(call: CarrierCall) {
  const path = accountPath(call.accountSid, `/Calls/${call.sid}`);
  return {
    sid: call.sid,
    account_sid: call.accountSid,
    parent_call_sid: call.parentCallSid,
    to: call.to,
    to_formatted: formatted(call.to),
    from: call.from,
    from_formatted: formatted(call.from),
    phone_number_sid: call.phoneNumberSid,
    status: call.status,
    start_time: dateOf(call.startedAt),
    end_time: dateOf(call.endedAt),
    duration: call.durationSeconds === null ? null : String(call.durationSeconds),
    price: null,
    price_unit: 'USD',
    direction: call.direction,
    answered_by: call.answeredBy,
    api_version: API_VERSION,
    forwarded_from: call.forwardedFrom,
    group_sid: null,
    caller_name: call.callerName,
    queue_time: '0',
    trunk_sid: null,
    date_created: dateOf(call.createdAt),
    date_updated: dateOf(call.updatedAt),
    uri: `${path}.json`,
    subresource_uris: { recordings: `${path}/Recordings.json` },
  };
}

export type CallResource = ReturnType<typeof callResource>;

/** The answer to a call's creation, written before it has dates. */
export const createdCallResource = (call: CarrierCall) => ({
  ...callResource(call),
  date_created: null,
  date_updated: null,
});

const isReady = (recording: Recording): boolean =>
  recording.status === 'completed' || recording.status === 'absent';

/** The Recording resource; `baseUrl` is the carrier's own. */
export function recordingResource(recording: Recording, baseUrl: string) {
  const path = accountPath(recording.accountSid, `/Recordings/${recording.sid}`);
  return {
    sid: recording.sid,
    account_sid: recording.accountSid,
    call_sid: recording.callSid,
    conference_sid: null,
    api_version: API_VERSION,
    date_created: dateOf(recording.startedAt),
    date_updated: dateOf(recording.updatedAt),
    start_time: dateOf(recording.startedAt),
    duration: isReady(recording) ? String(recording.durationSeconds) : '-1',
    price: null,
    price_unit: 'USD',
    status: recording.status,
    channels: recording.channels,
    source: recording.source,
    track: recording.track,
    error_code: null,
    encryption_details: null,
    uri: `${path}.json`,
    media_url: baseUrl + path,
    subresource_uris: {},
  };
}

/** The IncomingPhoneNumber resource. */
export function phoneNumberResource(number: PhoneNumber) {
  return {
    sid: number.sid,
    account_sid: number.accountSid,
    phone_number: number.phoneNumber,
    friendly_name: number.friendlyName,
    voice_url: number.voice?.url ?? '',
    voice_method: number.voice?.method ?? 'POST',
    voice_fallback_url: number.fallback?.url ?? '',
    voice_fallback_method: number.fallback?.method ?? 'POST',
    status_callback: number.status?.url ?? '',
    status_callback_method: number.status?.method ?? 'POST',
    capabilities: { voice: true, sms: false, mms: false, fax: false },
    api_version: API_VERSION,
    beta: false,
    origin: 'twilio',
    status: 'in-use',
    voice_receive_mode: 'voice',
    voice_caller_id_lookup: false,
    address_requirements: 'none',
    date_created: dateOf(number.createdAt),
    date_updated: dateOf(number.updatedAt),
    uri: accountPath(number.accountSid, `/IncomingPhoneNumbers/${number.sid}.json`),
  };
}
