import type { AgentConfig } from '../agents/agent-config.js';
import type { LlmTool, LlmToolCall } from '../llm/llm.js';
import { readArguments, type ToolArguments } from './tool-arguments.js';
import type { ToolBox, ToolEffect, ToolMoment, ToolResult } from './tool-box.js';
import { toolsOf } from './tool-definitions.js';

/**
 * The tools of an agent that is only being tried out: what they are given is checked and shown, and nothing is done.
 * Ending, transferring and opting out end the chat as they would a call.
 */
export class DryToolBox implements ToolBox {
  private readonly offered: LlmTool[];

  constructor(private readonly config: AgentConfig) {
    this.offered = toolsOf({ config, hasContact: true, hasCustomerNumber: true });
  }

  tools(): LlmTool[] {
    return this.offered;
  }

  run(call: LlmToolCall, { turn, offsetMs }: ToolMoment): Promise<ToolResult> {
    const tool = this.offered.find(({ name }) => name === call.name);
    const read = tool ? readArguments(tool, call.arguments) : { problem: `There is no tool ${call.name}` };
    const error = 'problem' in read ? read.problem : null;
    const content = error === null ? { ok: true, simulated: true } : { ok: false, error };
    const now = new Date().toISOString();
    return Promise.resolve({
      content: JSON.stringify(content),
      effect: 'value' in read ? effectOf(call.name, read.value) : null,
      usage: {
        tool_call_id: call.id,
        name: call.name,
        source: this.config.httpTools.some(({ name }) => name === call.name) ? 'http' : 'builtin',
        arguments: 'value' in read ? read.value : call.arguments,
        result: content,
        status: error === null ? 'succeeded' : 'failed',
        error,
        turn,
        offset_ms: offsetMs,
        started_at: now,
        ended_at: now,
        latency_ms: 0,
      },
    });
  }
}

function effectOf(name: string, given: ToolArguments): ToolEffect | null {
  if (name === 'end_call') return { kind: 'end-call' };
  if (name === 'opt_out') return { kind: 'opted-out' };
  return name === 'transfer_call' ? { kind: 'transfer', destination: String(given['destination']) } : null;
}
