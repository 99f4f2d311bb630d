import type { LlmTool, LlmToolCall } from '../llm/llm.js';

/** One entry of `tool_usage`, as the record keeps it and the API shows it. */
export interface ToolUsage {
  tool_call_id: string;
  /** As the model wrote it; may be no tool of the agent. */
  name: string;
  source: 'builtin' | 'http';
  /** As the model wrote them, secrets redacted; text where they are no JSON, cut where they are too long. */
  arguments: unknown;
  /** What the model was told, parsed; null where there is none. */
  result: unknown;
  /** `unresolved`: called off by the customer before the answer came; whether it acted is not known. */
  status: 'succeeded' | 'failed' | 'timeout' | 'unresolved';
  error: string | null;
  turn: number;
  /** From the answer, in ms. */
  offset_ms: number;
  /** ISO 8601. */
  started_at: string;
  /** ISO 8601. */
  ended_at: string;
  latency_ms: number;
}

/** What the conversation itself has to do about a tool's call, once what was said before it is heard. */
export type ToolEffect =
  | { kind: 'end-call' }
  /** `destination`: the name of one of the agent's transfer destinations. */
  | { kind: 'transfer'; destination: string }
  /** DTMF: `0-9 * # w` (w: half a second). */
  | { kind: 'send-digits'; digits: string }
  /** The customer is on the do-not-call list now: say goodbye and end. */
  | { kind: 'opted-out' };

export interface ToolResult {
  /** JSON for the model, as the content of a `tool` message. */
  content: string;
  effect: ToolEffect | null;
  /** For the record. Null where the call was a repetition: its first run has its entry already. */
  usage: ToolUsage | null;
}

/** Where in the conversation a tool is called. */
export interface ToolMoment {
  turn: number;
  /** From the answer, in ms. */
  offsetMs: number;
}

/** The tools of one conversation. */
export interface ToolBox {
  /** What the model is told it may use: built-in tools that the agent has and that make sense in this call, then its HTTP tools. */
  tools(): LlmTool[];
  /**
   * Runs a tool once: the same call repeated after a barge-in gives the first result and acts no second time. Never
   * throws: an unknown tool, arguments that are no JSON and a fault of ours are results that the model can talk about.
   * `signal` calls off waiting for an HTTP tool; what was decided already stays.
   */
  run(call: LlmToolCall, at: ToolMoment, signal: AbortSignal): Promise<ToolResult>;
}
