import type { LlmToolCall } from '../llm/llm.js';
import type { History, UsedTool } from './history.js';
import type { Notebook } from './notebook.js';
import type { ToolBox, ToolResult } from './tool-box.js';

interface ToolUsePorts {
  tools: ToolBox;
  history: History;
  notebook: Notebook;
  now: () => number;
  offset: () => number;
}

/** One tool that the model called: known to the history from the start, so that it is never left without a result. */
export class ToolUse {
  private readonly shown: UsedTool;
  private readonly turn: number;

  constructor(
    private readonly call: LlmToolCall,
    private readonly ports: ToolUsePorts,
  ) {
    this.shown = ports.history.tool(call);
    this.turn = ports.notebook.turn;
  }

  /** A result that comes after a barge-in is still written down. */
  async run(signal: AbortSignal): Promise<ToolResult> {
    const { tools, notebook, now, offset } = this.ports;
    const at = now();
    this.event(at, 'started');
    const result = await tools.run(this.call, { turn: this.turn, offsetMs: Math.round(offset()) }, signal);
    const { content, usage } = result;
    this.shown.result = content;
    notebook.note({ kind: 'tool', at, turn: this.turn, call: this.call, result: content, usage });
    notebook.toolTook(now() - at);
    this.event(now(), usage === null || usage.status === 'succeeded' ? 'completed' : 'failed');
    return result;
  }

  private event(at: number, what: 'started' | 'completed' | 'failed'): void {
    const { id, name } = this.call;
    this.ports.notebook.note({
      kind: 'event',
      at,
      turn: this.turn,
      type: `tool.${what}`,
      actor: 'agent',
      data: { tool_call_id: id, name },
    });
  }
}
