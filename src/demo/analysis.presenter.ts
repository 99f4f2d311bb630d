import { EMPTY_ANALYSIS } from '../calls/empty-analysis.js';
import type { DemoCall } from './demo-call.js';
import type { Random } from './random.js';
import { fill } from './script.js';
import { round, type Timeline } from './timeline.js';

const ANALYSIS_MS = { min: 1_500, max: 6_000 };

const RESULTS = new Map([
  [true, 'success'],
  [false, 'failure'],
  [null, 'unknown'],
] as const);

const SENTIMENTS = {
  success: { label: 'positive', score: 0.62 },
  failure: { label: 'negative', score: -0.41 },
  unknown: { label: 'neutral', score: 0.05 },
} as const;

/** One or two sentences for `call_description` and the analysis. */
export function describe({ topic, facts, outcome, person, success }: DemoCall): string {
  const who = person?.firstName ?? 'The caller';
  const known = { ...facts, first: who };
  switch (outcome.heard) {
    case null:
      return `The call did not come about: ${outcome.reason.replaceAll('-', ' ')}.`;
    case 'voicemail':
      return `Reached the voicemail of ${who} and left a message about the ${topic.name}.`;
    case 'refusal':
      return outcome.reason === 'customer-opted-out'
        ? `${who} asked not to be called any more.`
        : `${who} had no time or interest and hung up.`;
    case 'talk':
      return success === true
        ? fill(topic.summary, known)
        : `Spoke with ${who} about the ${topic.name}: ${success === false ? 'nothing came of it' : 'nothing is settled yet'}.`;
    default:
      return `Nobody spoke with the agent: ${outcome.reason.replaceAll('-', ' ')}.`;
  }
}

/** `post_call_analysis`: skipped where nothing was said. */
export function presentAnalysis(call: DemoCall, { utterances }: Timeline, random: Random) {
  if (utterances.length === 0) return SKIPPED;
  const { topic, facts, outcome, success } = call;
  const result = RESULTS.get(success) ?? 'unknown';
  const said = utterances.findLast(({ speaker }) => speaker === 'customer');
  const { label, score } = said ? SENTIMENTS[result] : SENTIMENTS.unknown;
  return {
    status: 'completed',
    summary: describe(call),
    success: {
      result,
      score: success === null ? null : round(success ? 0.75 + random.next() / 4 : random.next() / 4, 2),
      rationale: RATIONALES[result],
    },
    sentiment: { label, score: round(score + (random.next() - 0.5) * 0.3, 2) },
    topics: [...topic.topics],
    intent: said ? topic.intent : null,
    next_steps: success === true ? [fill(topic.nextStep, facts)] : [],
    opt_out: outcome.reason === 'customer-opted-out',
    callback_requested: said ? /later|another time|afternoon/i.test(said.text) : false,
    evidence: utterances
      .filter(({ decides }) => decides)
      .map(({ text, index }) => ({ quote: text, transcript_index: index })),
    model: 'scripted',
    agent_version: 1,
    error: null,
    analyzed_at: analyzedAt(call, random),
  };
}

const RATIONALES = {
  success: 'The customer agreed to what the call was for.',
  failure: 'What the call was for was not reached.',
  unknown: 'The conversation gives no clear answer.',
} as const;

const SKIPPED = { status: 'skipped', ...EMPTY_ANALYSIS } as const;

const analyzedAt = ({ finalizedAtMs }: DemoCall, random: Random): string =>
  new Date(finalizedAtMs + random.int(ANALYSIS_MS.min, ANALYSIS_MS.max)).toISOString();

/** `custom_analysis`; null where there was no conversation. */
export function presentCustomAnalysis({ success, outcome }: DemoCall) {
  if (outcome.heard !== 'talk') return null;
  const result = RESULTS.get(success) ?? 'unknown';
  return {
    goal_reached: { result, value: success, type: 'boolean', rationale: RATIONALES[result] },
    polite: {
      result: 'success',
      value: true,
      type: 'boolean',
      rationale: 'Greeted by name and stayed friendly.',
    },
  };
}

/** `structured_data_results`; null where there was no conversation. */
export function presentStructuredData(call: DemoCall, random: Random) {
  const { topic, facts, outcome, success } = call;
  if (outcome.heard !== 'talk') return null;
  const found = success === true;
  return {
    [topic.record.name]: {
      schema_version: 1,
      status: found ? 'valid' : 'not_found',
      result: found ? Object.fromEntries(topic.record.facts.map((name) => [name, facts[name]])) : null,
      errors: [],
      extracted_at: analyzedAt(call, random),
    },
  };
}
