import twilio from 'twilio';
import type { CallDocument, Speech } from './carrier.js';

/** Twilio speaks at most 4,096 characters a <Say>; a longer text becomes several. */
const SAY_AT_MOST = 4000;

/** Characters that XML 1.0 cannot hold, not even escaped (section 2.2), lone surrogates included. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** `next` is asked only if the text was heard to its end. */
export function say({ text, language, voice }: Speech, next: string): CallDocument {
  const response = new twilio.twiml.VoiceResponse();
  for (const part of portions(text.replace(NOT_XML, ''))) response.say(sayAttributes(language, voice), part);
  response.redirect({ method: 'POST' }, next);
  return document(response);
}

export function hangUp(afterSeconds = 0): CallDocument {
  const response = new twilio.twiml.VoiceResponse();
  if (afterSeconds > 0) response.pause({ length: afterSeconds });
  response.hangup();
  return document(response);
}

export function reject(reason: 'busy' | 'rejected'): CallDocument {
  const response = new twilio.twiml.VoiceResponse();
  response.reject({ reason });
  return document(response);
}

/** Cut by code points, so that no character is halved. */
const portions = (text: string): string[] => text.match(new RegExp(`[^]{1,${SAY_AT_MOST}}`, 'gu')) ?? [];

type SayAttributes = Parameters<twilio.twiml.VoiceResponse['say']>[0];

/** The SDK lists the voices and languages of its day; Twilio knows more of them. */
const sayAttributes = (language: string | undefined, voice: string | undefined): SayAttributes =>
  ({ language, voice }) as SayAttributes;

const document = (response: twilio.twiml.VoiceResponse): CallDocument => ({
  contentType: 'text/xml',
  body: response.toString(),
});
