import type { Twilio } from 'twilio';
import type { SoundQualityLookup } from './carrier.js';
import { soundQuality } from './twilio-insights.js';
import { messageOf, refusalIn } from './twilio-outcomes.js';

/**
 * What Voice Insights tell of a call's sound: the complete summary, some half an hour after the call, else the partial
 * one, some ten minutes after it. An account without Voice Insights Advanced Features is told nothing.
 * Source: https://www.twilio.com/docs/voice/voice-insights/api/call/call-summary-resource
 */
export async function fetchSoundQuality(client: Twilio, callSid: string): Promise<SoundQualityLookup> {
  const complete = await ask(client, callSid, {});
  return complete.kind === 'not-found' ? ask(client, callSid, { processingState: 'partial' }) : complete;
}

async function ask(
  client: Twilio,
  callSid: string,
  which: { processingState?: 'partial' },
): Promise<SoundQualityLookup> {
  try {
    const summary = await client.insights.v1.calls(callSid).summary().fetch(which);
    return { kind: 'found', quality: soundQuality(summary), isFinal: summary.processingState === 'complete' };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.status === 404) return { kind: 'not-found' };
    return { kind: refusal ? 'refused' : 'unreachable', message: messageOf(error) };
  }
}
