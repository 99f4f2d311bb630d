import type { Persona } from './persona.js';

/** Something the agent may ask, and what this person says to it. */
type Rule = readonly [
  asked: RegExp,
  answer: (persona: Persona, match: RegExpExecArray) => string | undefined,
];

const RULES: readonly Rule[] = [
  [/\b(are you|you're) (still )?(there|with me)\b|\bcan you hear me\b/i, () => "Yes, I'm here."],
  [/\bhow are you\b|\bhow('s| is) it going\b/i, () => "I'm doing well, thanks for asking."],
  [/\bhow (many|much|often|big|large)\b|\bbudget\b/i, ({ amount }) => `I'd say ${amount}.`],
  [/\be-?mail\b/i, ({ email }) => `Sure, it's ${email.replace('.', ' dot ').replace('@', ' at ')}.`],
  [
    /\b(company|business|practice) (name|called)\b|\bname of your (company|business)\b/i,
    ({ company }) => `It's called ${company}.`,
  ],
  [/\b(speaking (with|to)|talking (with|to)|is this|am i speaking)\b.*\?/i, () => 'Yes, speaking.'],
  [/\b(your|full|first|last) name\b|\bwho (is this|am i)\b/i, ({ name }) => `My name is ${name}.`],
  [
    /\b(your|phone|telephone|best|which|what) number\b|\bnumber .*\b(reach|call)/i,
    () => "The number I'm on right now is the best one.",
  ],
  [/\b(where|which city|what city|address|zip)\b/i, ({ city }) => `I'm in ${city}.`],
  [/\b([^,.?!]+?),? or ([^,.?!]+)\?/i, pickOffer],
  [
    /\b(can|could|would|may|does|do) .*\b(day|time|date|morning|afternoon|schedule|appointment|meeting)\b/i,
    ({ day, time }) => `Yes, ${day} at ${time} would work for me.`,
  ],
  [
    /\b(which|what|when)\b.*\b(day|time|date|work|works|suit|suits|good|best)\b|\bwhen\b/i,
    ({ day, time }) => `${day} at ${time} would be good.`,
  ],
  [
    /\bhow (can|may|could) (i|we) help\b|\bwhat (brings|made|can i)\b|\bwhy\b|\breason\b|\btell me\b|\bwhat .*(looking|need|interest|challenge|problem)/i,
    ({ reason }) => reason,
  ],
  [
    /\b(is that|does that|that) .*(right|correct|sound|okay|ok|work)\b|\b(right|correct)\?/i,
    () => "Yes, that's right.",
  ],
  [/\b(moment|minute|good time|talk now)\b/i, () => 'Yes, I have a few minutes.'],
  [/^(is|are|do|does|did|have|has|can|could|would|will|shall|should|may|was|were)\b/i, () => 'Yes, please.'],
  [/^(what|which|who|how|where)\b/i, () => "I'm not sure, to be honest. What would you suggest?"],
];

/** What this person says to a question; always something. */
export function answerTo(question: string, persona: Persona): string {
  for (const [asked, answer] of RULES) {
    const match = asked.exec(question);
    const said = match && answer(persona, match);
    if (said) return said;
  }
  return 'Yes, that sounds fine.';
}

/** Of `Tuesday at ten or Wednesday at two?` one of the two; a whole clause behind the `or` is no offer. */
function pickOffer({ choice }: Persona, [, before = '', after = '']: RegExpExecArray): string | undefined {
  const [first, second] = [lastWords(before), firstWords(after)];
  if (/^(not|no|is|are|do|does|would|should|can|could|have|if)\b/i.test(second)) return undefined;
  if (second.split(/\s+/).length > 6) return undefined;
  const offer = (choice === 0 && first) || second;
  return `${offer.charAt(0).toUpperCase()}${offer.slice(1)} works better for me.`;
}

/** What is offered in `Thursday at two suit you for a demo`: the words before the verb. */
const firstWords = (clause: string): string =>
  clause.replace(/\s+(?:suits?|works?|fits?|be (?:better|best|good))\b.*$/i, '').trim();

/** What is offered in `Would you prefer Tuesday at ten`: the words after the verb. */
function lastWords(clause: string): string {
  const offered =
    /.*\b(?:prefer|like|want|choose|rather|be|is|for|have|take|on|it|would)\s+(.+)$/i.exec(clause)?.[1] ??
    clause;
  return offered.split(/\s+/).slice(-5).join(' ');
}
