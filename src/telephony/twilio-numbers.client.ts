import type twilio from 'twilio';
import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js';
import type { CarrierNumberList, NumberCallbacks, NumberConnection } from './carrier.js';
import { callbackUrl } from './twilio-calls.js';
import { messageOf, refusalIn } from './twilio-outcomes.js';

/** What an account's numbers do, at Twilio or whatever speaks its protocol. */

/** Numbers that are shown at once: one page, one request. */
const PAGE_SIZE = 100;

/** An account, and where it reaches us. */
interface NumbersAt {
  client: twilio.Twilio;
  publicBaseUrl: string;
}

/** The newest numbers of the account, and which of them bring us their calls. */
export async function listNumbers(
  { client, publicBaseUrl }: NumbersAt,
  { voice }: NumberCallbacks,
): Promise<CarrierNumberList> {
  try {
    const page = await client.incomingPhoneNumbers.page({ pageSize: PAGE_SIZE });
    const numbers = page.instances.map((one) => ({
      number: one.phoneNumber,
      name: one.friendlyName,
      isConnected: withoutFragment(one.voiceUrl) === publicBaseUrl + voice && !isOverruled(one),
    }));
    return { kind: 'found', numbers, hasMore: Boolean(page.nextPageUrl) };
  } catch (error) {
    return failureOf(error);
  }
}

/** Twilio's filter finds parts of numbers too. An application or trunk of the number would outrank its address. */
export async function connectNumber(
  { client, publicBaseUrl }: NumbersAt,
  number: string,
  { voice, status }: NumberCallbacks,
): Promise<NumberConnection> {
  try {
    const found = await client.incomingPhoneNumbers.list({ phoneNumber: number, limit: PAGE_SIZE });
    const owned = found.find(({ phoneNumber }) => phoneNumber === number);
    if (!owned) return { kind: 'not-found' };
    await client.incomingPhoneNumbers(owned.sid).update({
      voiceUrl: callbackUrl(publicBaseUrl, voice),
      voiceMethod: 'POST',
      statusCallback: callbackUrl(publicBaseUrl, status),
      statusCallbackMethod: 'POST',
    });
    return isOverruled(owned) ? { kind: 'overruled' } : { kind: 'connected' };
  } catch (error) {
    return refusalIn(error)?.status === 404 ? { kind: 'not-found' } : failureOf(error);
  }
}

/** Twilio asks these first, whatever address the number has. */
const isOverruled = ({ voiceApplicationSid, trunkSid }: IncomingPhoneNumberInstance): boolean =>
  Boolean(voiceApplicationSid) || Boolean(trunkSid);

/** Ours asks for repetitions behind the `#`; who typed the address may have left that out. */
const withoutFragment = (url: string | null): string | undefined => url?.split('#', 1)[0];

const failureOf = (error: unknown): { kind: 'refused' | 'unreachable'; message: string } => ({
  kind: refusalIn(error) ? 'refused' : 'unreachable',
  message: messageOf(error),
});
