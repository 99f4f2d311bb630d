import type { AgentPrompt } from './agent-prompt.js';
import type { Dialogue } from './dialogue.js';
import { gistOf, jsonOf, likeness } from './words.js';

export const ANYTHING_ELSE = 'Is there anything else I can help you with?';
export const GOODBYE = 'Thank you for your time, and have a great day. Goodbye!';
const NO_ANSWER = 'That is a good question. A colleague will get back to you about it.';
const ACKNOWLEDGEMENTS = ['Thank you.', 'Great, that helps.', 'I see.', 'Perfect.', 'Got it.'];
const STILL_THERE = /\b(are you (still )?there|can you hear me|cannot hear you)\b/i;
/** Something a person asks back out of politeness. */
const NO_REAL_QUESTION = /^(hello|hi|hey|sorry|pardon|what|excuse me)\b[^?]{0,20}\?$/i;

/** What the agent says next: an answer to what was asked, or a word of thanks, and what it has to ask itself. */
export function nextSpeech(dialogue: Dialogue, prompt: AgentPrompt): string {
  const { heard, said } = dialogue;
  const next = nextQuestion(said, prompt.questions);
  if (STILL_THERE.test(heard)) return `Yes, I am here. ${lastQuestion(said) ?? next}`;
  if (heard.trim() === '') return said.length === 0 ? `Hello! ${next}` : next;
  const asked = questionIn(heard);
  const answer = asked === null ? acknowledgement(said.length) : answerTo(asked, prompt.facts);
  return [answer, foundBy(dialogue.results), next].filter((part) => part !== '').join(' ');
}

/** The first question that was not heard to its end, else whether there is something else. */
function nextQuestion(said: readonly string[], questions: readonly string[]): string {
  const open = questions.find((question) => !said.some((text) => text.includes(question)));
  if (open !== undefined) return open;
  return questions.length > 0 || said.length > 0 ? ANYTHING_ELSE : 'How can I help you?';
}

const acknowledgement = (turn: number): string => ACKNOWLEDGEMENTS[turn % ACKNOWLEDGEMENTS.length] ?? '';

function lastQuestion(said: readonly string[]): string | undefined {
  return said
    .at(-1)
    ?.match(/[^.!?]+\?/g)
    ?.at(-1)
    ?.trim();
}

/** The last thing the customer asks. */
function questionIn(heard: string): string | null {
  const question =
    heard
      .match(/[^.!?]+\?/g)
      ?.at(-1)
      ?.trim() ?? null;
  return question === null || NO_REAL_QUESTION.test(question) ? null : question;
}

/** The fact that has most in common with the question. */
function answerTo(question: string, facts: readonly string[]): string {
  const gist = gistOf(question);
  const judged = facts.map((fact) => ({ fact, score: likeness(gist, gistOf(fact)) }));
  const best = judged.toSorted((one, other) => other.score - one.score)[0];
  return best && best.score >= 1 ? best.fact : NO_ANSWER;
}

/** What other systems answered, as far as it is short enough to be said. */
function foundBy(results: readonly string[]): string {
  return results
    .map(spoken)
    .filter((text) => text !== '')
    .join(' ');
}

function spoken(content: string): string {
  const { ok, result } = (jsonOf(content) ?? {}) as { ok?: boolean; result?: unknown };
  if (ok === false) return 'I could not look that up just now.';
  if (typeof result !== 'object' || result === null) return '';
  const parts = Object.entries(result).filter(([, value]) => ['string', 'number'].includes(typeof value));
  const told = parts.slice(0, 3).map(([name, value]) => `${name.replaceAll('_', ' ')} is ${value}`);
  return told.length > 0 ? `I looked it up: ${told.join(', ')}.` : '';
}
