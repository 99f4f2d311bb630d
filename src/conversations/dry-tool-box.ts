import type { TransferDestination } from '../agents/agent-config.js';
import type { LlmTool, LlmToolCall } from '../llm/llm.js';
import type { ToolBox, ToolEffect, ToolMoment, ToolResult, ToolUsage } from './tool-box.js';

/**
 * The tools of an agent that is only being tried out: what they would do is shown, and nothing is done. Ending and
 * transferring end the conversation as they would a call.
 */
export class DryToolBox implements ToolBox {
  constructor(
    private readonly real: Pick<ToolBox, 'tools'>,
    private readonly destinations: readonly TransferDestination[],
    private readonly builtin: ReadonlySet<string>,
  ) {}

  tools(): LlmTool[] {
    return this.real.tools();
  }

  run(call: LlmToolCall, at: ToolMoment): Promise<ToolResult> {
    const isKnown = this.tools().some(({ name }) => name === call.name);
    const given = parsed(call.arguments);
    const effect = isKnown && given ? this.effectOf(call.name, given) : null;
    const content = isKnown && given ? { ok: true, simulated: true } : { error: 'no such tool, or no JSON' };
    const now = new Date().toISOString();
    const usage: ToolUsage = {
      tool_call_id: call.id,
      name: call.name,
      source: this.builtin.has(call.name) ? 'builtin' : 'http',
      arguments: given ?? call.arguments,
      result: content,
      status: isKnown && given ? 'succeeded' : 'failed',
      error: isKnown && given ? null : (content.error ?? null),
      turn: at.turn,
      offset_ms: at.offsetMs,
      started_at: now,
      ended_at: now,
      latency_ms: 0,
    };
    return Promise.resolve({ content: JSON.stringify(content), effect, usage });
  }

  private effectOf(name: string, given: Record<string, unknown>): ToolEffect | null {
    if (name === 'end_call') return { kind: 'end-call' };
    if (name === 'opt_out') return { kind: 'opted-out' };
    if (name !== 'transfer_call') return null;
    const destination = this.destinations.find((one) => one.name === given['destination']);
    return destination ? { kind: 'transfer', destination: destination.name } : null;
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
