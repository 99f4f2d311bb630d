import type { CustomerEar } from './customer-ear.session.js';

/** The telephone in the customer's hand, as long as the agent is on it. Every wait rejects when that is over. */
export interface CustomerLine {
  readonly ear: CustomerEar;
  sleep(seconds: number): Promise<void>;
  /** Speaks, and waits until the carrier has made out what was said. In two parts, it takes them for two utterances. */
  say(text: string, how?: { inTwoParts: boolean }): Promise<void>;
  /** Presses keys: 0-9, * and #; `w` waits half a second. */
  press(digits: string): Promise<void>;
  /** A machine speaks its greeting, and then gives its tone: from there on it records. */
  greet(speak: () => Promise<void>): Promise<void>;
  hangUp(): void;
  /** Breaks the carrier's socket to the application. */
  dropSocket(): void;
  /** Sends the application a frame as it is. */
  sendRaw(frame: string): void;
}

/** Whoever holds the telephone: lives through one relay session. Called again when the carrier opens another. */
export type Customer = (line: CustomerLine) => Promise<void>;

/** One thing that was said and heard. */
export interface SpokenLine {
  readonly who: 'agent' | 'customer';
  readonly text: string;
}

/** How a machine's tone stands among what was said. */
export const TONE = '(tone)';

/** Takes down what was said; what the agent says on belongs to the same line. */
export function note(conversation: SpokenLine[], line: SpokenLine): void {
  const last = conversation.at(-1);
  if (line.who === 'agent' && last?.who === 'agent')
    conversation[conversation.length - 1] = { who: 'agent', text: `${last.text} ${line.text}` };
  else conversation.push(line);
}
