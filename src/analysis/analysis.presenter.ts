import type { AgentConfig } from '../agents/agent-config.js';
import type { CriterionResult, PostCallAnalysis } from '../calls/call-analysis.dto.js';
import type { CallDetails } from '../calls/call-details.entity.js';
import { EMPTY_ANALYSIS } from '../calls/empty-analysis.js';
import type { Analysis, Verdict } from './analysis-answer.js';
import { provenQuotes } from './evidence.js';
import type { ExtractionResult } from './extraction-results.js';
import type { Line } from './transcript-lines.js';

/** What a finished analysis is made of. */
export interface Findings {
  analysis: Analysis;
  extractions: Record<string, ExtractionResult>;
  model: string;
  lines: readonly Line[];
}

/** `call_success`; null where the analysis could not tell. */
export const successOf = (result: Verdict): boolean | null =>
  result === 'unknown' ? null : result === 'success';

/** The columns of `call_details` that a finished analysis fills. */
export function presentFindings(
  { analysis, extractions, model, lines }: Findings,
  config: Pick<AgentConfig, 'successCriteria'>,
  at: { agentVersion: number; now: Date },
) {
  const { success, sentiment } = analysis;
  const postCallAnalysis = {
    status: 'completed',
    summary: analysis.summary,
    success: {
      result: success.result,
      score: within(success.score, 0, 1),
      rationale: success.rationale ?? null,
    },
    sentiment: { label: sentiment.label, score: within(sentiment.score, -1, 1) },
    topics: analysis.topics,
    intent: analysis.intent,
    next_steps: analysis.next_steps,
    opt_out: analysis.opt_out,
    callback_requested: analysis.callback_requested,
    evidence: provenQuotes(analysis.evidence, lines),
    model,
    agent_version: at.agentVersion,
    error: null,
    analyzed_at: at.now.toISOString(),
  } satisfies PostCallAnalysis;
  return {
    postCallAnalysis,
    callDescription: analysis.summary,
    customAnalysis: orNull(presentCriteria(analysis, config)),
    structuredDataResults: orNull(extractions),
  } satisfies Partial<CallDetails>;
}

/** An analysis that did not come about, in place of an earlier one or of none. */
export const presentUnfinished = (
  before: Record<string, unknown> | null,
  status: 'queued' | 'running' | 'skipped' | 'error',
  error: string | null = null,
): Record<string, unknown> => ({ ...EMPTY_ANALYSIS, ...before, status, error });

const presentCriteria = (
  { criteria }: Analysis,
  { successCriteria }: Pick<AgentConfig, 'successCriteria'>,
): Record<string, CriterionResult> =>
  Object.fromEntries(
    successCriteria.map(({ name, type }) => {
      const found = Object.hasOwn(criteria, name) ? criteria[name] : undefined;
      const { result = 'unknown', value = null, rationale = null } = found ?? {};
      return [name, { result, value, type, rationale }];
    }),
  );

/** A score on another scale is none. */
const within = (score: number | null | undefined, min: number, max: number): number | null =>
  typeof score === 'number' && score >= min && score <= max ? score : null;

const orNull = <T extends object>(entries: T): T | null => (Object.keys(entries).length > 0 ? entries : null);
