import { inboundParams } from './callback-params.js';
import type { CallSession } from './call.session.js';
import type { Ending } from './carrier-call.js';
import type { PhoneNumber } from './phone-number.js';
import { tokenOf } from './seeded.js';
import { TwimlSession } from './twiml.session.js';

/** The attestation of the caller's number that the carrier claims to have checked. */
const STIR_VERSTAT = 'TN-Validation-Passed-B';

/** The story of a call to an owned number: its VoiceUrl says what becomes of it, and whether it is answered. */
export async function inboundStory(session: CallSession, number: PhoneNumber): Promise<Ending> {
  if (number.voice === null) throw new TypeError(`${number.phoneNumber} has no VoiceUrl`);
  const params = inboundParams(STIR_VERSTAT, tokenOf(`${session.call.sid}:call-token`));
  return new TwimlSession(session, number.fallback).run(number.voice, params);
}
