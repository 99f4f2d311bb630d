import { sentencesOf } from './words.js';

/** What a script makes of the instructions of an agent. */
export interface AgentPrompt {
  /** What it is to ask the customer, in order, as one says it. */
  questions: string[];
  /** What it can say when it is asked. */
  facts: string[];
  /** With what it tags who has answered everything. */
  tag: string | null;
}

const ASKS =
  /^(?:then |first |next |finally |and )?(?:please )?(ask|find out|offer|propose|suggest)\b[:,]?\s*/i;
/** Tells the agent how to be; nothing to say to a customer. */
const INSTRUCTS =
  /^(?:you|your|say|never|always|do|don't|use|answer|if|when|be|keep|greet|thank|end|speak|tell|tag|add|stay|make|close|begin|remember|know|notes|earlier|the customer|what you know|"|“|\[)|\byou\b/i;
const QUOTED = /["“]([^"”]+\?)["”]/;

export function readPrompt(prompt: string): AgentPrompt {
  const sentences = sentencesOf(prompt);
  return {
    questions: sentences.filter((sentence) => ASKS.test(sentence)).map(asQuestion),
    facts: sentences.filter(
      (sentence) => !ASKS.test(sentence) && !INSTRUCTS.test(sentence) && /\s.*[.!]$/.test(sentence),
    ),
    tag: /\btag\b[^."]*["“]([^"”]+)["”]/i.exec(prompt)?.[1] ?? null,
  };
}

/** A question that the prompt gives word for word, else what it says turned to the customer. */
function asQuestion(sentence: string): string {
  const quoted = QUOTED.exec(sentence)?.[1];
  if (quoted) return quoted;
  const verb = ASKS.exec(sentence)?.[1]?.toLowerCase();
  const rest = toCustomer(sentence.replace(ASKS, '').replace(/[.!]+$/, ''));
  if (verb !== 'ask' && verb !== 'find out') return `Would ${rest} be of interest to you?`;
  if (/^(who|what|which|when|where|why|how|whether|if)\b/i.test(rest)) return `May I ask ${rest}?`;
  return `Could you tell me ${rest.replace(/^(?:about|for|after)\s+/i, '')}?`;
}

const TO_CUSTOMER: readonly (readonly [RegExp, string])[] = [
  [/^(?:them|the customer|the caller|him|her)\s+/i, ''],
  [/\b(?:the customer's|the caller's|their|his|her)\b/gi, 'your'],
  [/\b(?:the customer|the caller|they|he|she)\s+(?:is|are)\b/gi, 'you are'],
  [/\b(?:the customer|the caller|they|them|he|she)\b/gi, 'you'],
  [/\byou (\w+[^s])s\b/gi, 'you $1'],
];

const toCustomer = (text: string): string =>
  TO_CUSTOMER.reduce((turned, [from, to]) => turned.replace(from, to), text);
