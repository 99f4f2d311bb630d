import { answerTo } from './customer-answers.js';
import type { SpokenLine } from './customer-line.js';
import type { Persona } from './persona.js';

/** How this person takes to an agent. */
export type Manner = 'cooperative' | 'interrupts' | 'asks-for-a-person';

/** What the customer does next: says something, or waits for more, or puts the telephone down. */
export type Reply = { readonly say: string } | 'listens' | 'hangs-up';

/** Whoever has said this much says goodbye, whatever the agent still wants. */
const LONGEST_TALK = 12;
/** The own question comes with this answer at the latest. */
const OWN_QUESTION_BY = 3;
/** The agent needs a moment, or passes the call on: nobody answers that. */
const PLEASE_WAIT =
  /\b(one|just a|a) (moment|second|minute)\b|\bhold on\b|\b(connect|transfer)(ing)? you\b|\blet me (check|look|see)\b/i;
/** The line was gone for a while. */
const BACK_AGAIN = /\blost you\b|\bcut off\b|\bcan hear you\b/i;
/** Times that a person is asked for. */
const PERSON_REQUESTS = ['Could I speak to a real person, please?', "I'd really rather talk to a human."];

const GOODBYE = /\b(good-?bye|bye|have a (great|good|nice|wonderful|lovely)|take care)\b/i;
const ANYTHING_ELSE = /\b(anything|something) else\b|\bother questions?\b|\b(any|more) questions\b/i;

const said = (history: readonly SpokenLine[], who: SpokenLine['who']): string[] =>
  history.filter((line) => line.who === who).map(({ text }) => text);

export const isGoodbye = (text: string): boolean => GOODBYE.test(text);

/**
 * What this person says, given everything that was said and heard so far. `silences` counts how often the agent let
 * the customer wait in vain since anything was heard. The same conversation has the same answer.
 */
export function reply(
  persona: Persona,
  manner: Manner,
  history: readonly SpokenLine[],
  silences: number,
): Reply {
  const own = said(history, 'customer');
  if (silences > 0) return reminder(own, silences);
  const heard = history.at(-1)?.who === 'agent' ? (history.at(-1)?.text ?? '') : '';
  if (own.some(isGoodbye)) return 'listens';
  if (isGoodbye(heard) && !heard.trim().endsWith('?')) return { say: 'Thank you. Goodbye!' };
  const isQuestion = lastQuestion(heard) !== undefined;
  if (!isQuestion && BACK_AGAIN.test(heard)) return { say: "Yes, I'm still here." };
  if (!isQuestion && PLEASE_WAIT.test(heard)) return 'listens';
  const request =
    manner === 'asks-for-a-person' ? PERSON_REQUESTS.find((text) => !own.includes(text)) : undefined;
  if (request !== undefined) return { say: request };
  if (own.length >= LONGEST_TALK) return { say: 'Sorry, I have to go now. Thanks for your help. Goodbye!' };
  return { say: answer(persona, own, heard) };
}

/** The agent says nothing. */
function reminder(own: readonly string[], silences: number): Reply {
  if (own.some(isGoodbye) || silences > 2) return 'hangs-up';
  return { say: silences === 1 ? 'Hello? Are you there?' : 'Hello? I cannot hear you.' };
}

function answer(persona: Persona, own: readonly string[], heard: string): string {
  const hasAsked = own.some((text) => text.includes(persona.question));
  const question = lastQuestion(heard);
  const wantsMore = question !== undefined && ANYTHING_ELSE.test(question);
  if (question === undefined || wantsMore) {
    if (hasAsked) return "No, that's all. Thanks for your help. Goodbye!";
    return wantsMore ? `Yes, one question. ${persona.question}` : `Okay. ${persona.question}`;
  }
  const answered = answerTo(question, persona);
  return own.length + 1 >= OWN_QUESTION_BY && !hasAsked
    ? `${answered} And one question. ${persona.question}`
    : answered;
}

/** The last sentence that ends in a question mark; undefined when nothing was asked. */
function lastQuestion(text: string): string | undefined {
  return text
    .match(/[^.!?]+\?/g)
    ?.at(-1)
    ?.trim();
}

/** Something that is said while the agent speaks. */
export interface Interjection {
  /** Simulated seconds after the agent began. */
  readonly afterSeconds: number;
  readonly say: string;
}

/** What this person throws in during the agent's turn of this number, counted from 1. Nobody talks into a greeting. */
export function interjection(persona: Persona, manner: Manner, turn: number): Interjection | undefined {
  if (manner !== 'interrupts' || turn === 1) return undefined;
  if (turn === 2) return { afterSeconds: 1.5, say: `Sorry, let me stop you there. ${persona.question}` };
  if (turn % 3 === 0) return { afterSeconds: 1, say: 'Uh-huh.' };
  return turn % 4 === 0
    ? { afterSeconds: 2, say: 'Wait, could you say that again more briefly?' }
    : undefined;
}
