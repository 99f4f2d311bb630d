import twilio from 'twilio';
import type { CallDocument, RelayOrder, Speech, TransferOrder } from './carrier.js';
import { relayVoice, sayVoice } from './twilio-voices.js';

/** Twilio speaks at most 4,096 characters a <Say>; a longer text becomes several. */
const SAY_AT_MOST = 4000;

/** Characters that XML 1.0 cannot hold, not even escaped (section 2.2), lone surrogates included. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

type VoiceResponse = InstanceType<typeof twilio.twiml.VoiceResponse>;
type RelayAttributes = Parameters<ReturnType<VoiceResponse['connect']>['conversationRelay']>[0];

export function farewell(speech: Speech): CallDocument {
  const response = new twilio.twiml.VoiceResponse();
  speak(response, speech);
  response.hangup();
  return document(response);
}

/**
 * Only what Twilio reports of the speakers and of the words played tells what the customer really heard.
 * Source: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
export function relay(order: RelayOrder, urls: { socket: string; ended: string }): CallDocument {
  const { greeting, language, voice, interruptible, hints, parameters } = order;
  const response = new twilio.twiml.VoiceResponse();
  const attributes = {
    url: urls.socket,
    ...(greeting !== null && { welcomeGreeting: plain(greeting) }),
    language,
    ...relayVoice(voice),
    interruptible: interruptible ? 'any' : 'none',
    welcomeGreetingInterruptible: interruptible ? 'any' : 'none',
    ...(hints.length > 0 && { hints: plain(hints.join(', ')) }),
    dtmfDetection: true,
    events: 'speaker-events tokens-played',
  } satisfies RelayAttributes;
  const session = response.connect({ action: urls.ended, method: 'POST' }).conversationRelay(attributes);
  for (const [name, value] of Object.entries(parameters)) session.parameter({ name, value });
  return document(response);
}

/** The caller hears it ring until the other one answers. */
export function transfer(order: TransferOrder, ended: string): CallDocument {
  const response = new twilio.twiml.VoiceResponse();
  const dial = response.dial({
    action: ended,
    method: 'POST',
    callerId: order.callerId,
    timeout: order.ringTimeoutSeconds,
    timeLimit: order.maxDurationSeconds,
    answerOnBridge: true,
  });
  dial.number(order.to);
  return document(response);
}

export function hangUp(): CallDocument {
  const response = new twilio.twiml.VoiceResponse();
  response.hangup();
  return document(response);
}

export function reject(reason: 'busy' | 'rejected'): CallDocument {
  const response = new twilio.twiml.VoiceResponse();
  response.reject({ reason });
  return document(response);
}

function speak(response: VoiceResponse, { text, language, voice }: Speech): void {
  for (const part of portions(plain(text))) response.say(sayAttributes(language, sayVoice(voice)), part);
}

const plain = (text: string): string => text.replace(NOT_XML, '');

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
