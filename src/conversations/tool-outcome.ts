import { redactSecrets, storable } from '../common/redact-secrets.js';
import type { LlmToolCall } from '../llm/llm.js';
import { parsed } from './tool-arguments.js';
import type { ToolEffect, ToolMoment, ToolResult, ToolUsage } from './tool-box.js';

/** What became of a tool's call. */
export interface ToolOutcome {
  status: ToolUsage['status'];
  /** What the model is told when it went well. */
  result: unknown;
  /** What it is told when it did not. */
  error: string | null;
  effect?: ToolEffect;
  /** An earlier call did it: it is in the record already. */
  isRepetition?: boolean;
}

export const succeeded = (result: unknown, effect?: ToolEffect): ToolOutcome => ({
  status: 'succeeded',
  result,
  error: null,
  ...(effect && { effect }),
});

export const failed = (
  error: string,
  status: 'failed' | 'timeout' | 'unresolved' = 'failed',
): ToolOutcome => ({
  status,
  result: null,
  error,
});

/** Longest name that is kept of what is no tool, in characters. */
const LONGEST_NAME = 64;
/** Longest arguments that are kept where they are no JSON, in characters. */
const LONGEST_ARGUMENTS = 2_000;

/** The outcome as the conversation goes on with it, and as the record keeps it. */
export function resultOf(
  call: LlmToolCall & { source: ToolUsage['source'] },
  outcome: ToolOutcome,
  { turn, offsetMs, startedAt, endedAt }: ToolMoment & { startedAt: Date; endedAt: Date },
): ToolResult {
  const told =
    outcome.error === null ? { ok: true, result: outcome.result } : { ok: false, error: outcome.error };
  const written = parsed(call.arguments);
  const usage: ToolUsage = {
    tool_call_id: storable(call.id),
    name: storable(call.name.slice(0, LONGEST_NAME)),
    source: call.source,
    arguments:
      typeof written === 'string' ? storable(written.slice(0, LONGEST_ARGUMENTS)) : redactSecrets(written),
    result: redactSecrets(outcome.result),
    status: outcome.status,
    error: outcome.error,
    turn,
    offset_ms: offsetMs,
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    latency_ms: endedAt.getTime() - startedAt.getTime(),
  };
  return {
    content: JSON.stringify(told),
    effect: outcome.effect ?? null,
    usage: outcome.isRepetition ? null : usage,
  };
}
