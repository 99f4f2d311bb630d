import { TwimlFault } from './twiml-attributes.js';
import type { XmlElement } from './xml.js';

/** What of the customer breaks into the agent's speech, or is told while the agent speaks. */
const INPUTS = ['none', 'dtmf', 'speech', 'any'] as const;
export type Input = (typeof INPUTS)[number];

/** A `<ConversationRelay>` with every default filled in (twilio.com/docs/voice/twiml/connect/conversationrelay). */
export interface RelayOrder {
  /** Exactly as it was written: the handshake is signed over it. */
  readonly url: string;
  readonly greeting: string | null;
  readonly greetingInterruptible: Input;
  readonly interruptible: Input;
  /** What is told of the customer while speech runs that cannot be interrupted. */
  readonly reportedInput: Input;
  /** The language that prompts are in. */
  readonly language: string;
  readonly dtmfDetection: boolean;
  readonly partialPrompts: boolean;
  readonly ignoreBackchannel: boolean;
  /** Silence that ends an utterance. */
  readonly speechTimeoutSeconds: number;
  readonly events: { readonly speaker: boolean; readonly tokens: boolean; readonly debugging: boolean };
  readonly parameters: Readonly<Record<string, string>>;
}

/** The silence that `speechTimeout="auto"` comes to. */
const AUTO_TIMEOUT_SECONDS = 0.7;

/** Reads the noun. Throws a TwimlFault: 64101 for an attribute that cannot be used, 12200 for an unknown child. */
export function readRelay(element: XmlElement): RelayOrder {
  const { attributes } = element;
  const unknown = element.children.find(({ name }) => name !== 'Language' && name !== 'Parameter');
  if (unknown) throw new TwimlFault(12200, `Schema validation warning: <${unknown.name}>`);
  const asked = `${attributes['events'] ?? ''} ${attributes['debug'] ?? ''}`.split(/\s+/);
  return {
    url: readUrl(attributes['url'] ?? ''),
    greeting: attributes['welcomeGreeting'] || null,
    greetingInterruptible: readInput(element, 'welcomeGreetingInterruptible', 'any'),
    interruptible: readInput(element, 'interruptible', 'any'),
    reportedInput: readInput(element, 'reportInputDuringAgentSpeech', 'none'),
    language: attributes['transcriptionLanguage'] ?? attributes['language'] ?? 'en-US',
    dtmfDetection: isTrue(element, 'dtmfDetection'),
    partialPrompts: isTrue(element, 'partialPrompts'),
    ignoreBackchannel: isTrue(element, 'ignoreBackchannel'),
    speechTimeoutSeconds: readTimeout(attributes['speechTimeout']),
    events: {
      speaker: asked.includes('speaker-events'),
      tokens: asked.includes('tokens-played'),
      debugging: asked.includes('debugging'),
    },
    parameters: Object.fromEntries(
      element.children
        .filter(({ name }) => name === 'Parameter')
        .map(({ attributes: given }) => [given['name'] ?? '', given['value'] ?? '']),
    ),
  };
}

const isTrue = (element: XmlElement, name: string): boolean =>
  element.attributes[name]?.toLowerCase() === 'true';

/** `wss://`, and `ws://` to this machine, which no other carrier allows. */
function readUrl(url: string): string {
  const { protocol, hostname, hash } = URL.canParse(url)
    ? new URL(url)
    : { protocol: '', hostname: '', hash: '' };
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  if (hash === '' && (protocol === 'wss:' || (protocol === 'ws:' && isHere))) return url;
  throw new TwimlFault(64101, `ConversationRelay: Invalid url: ${url}`);
}

function readInput(element: XmlElement, name: string, fallback: Input): Input {
  const value = element.attributes[name] ?? fallback;
  const meant = { true: 'any', false: 'none' }[value] ?? value;
  const input = INPUTS.find((word) => word === meant);
  if (input === undefined) throw new TwimlFault(64101, `ConversationRelay: Invalid ${name}: ${value}`);
  return input;
}

function readTimeout(value = 'auto'): number {
  if (value === 'auto') return AUTO_TIMEOUT_SECONDS;
  const milliseconds = Number(value);
  if (milliseconds >= 600 && milliseconds <= 5000) return milliseconds / 1000;
  throw new TwimlFault(64101, `ConversationRelay: Invalid speechTimeout: ${value}`);
}

/** Whether this setting lets speech, or a key, through. */
export const allows = (input: Input, kind: 'speech' | 'dtmf'): boolean => input === 'any' || input === kind;
