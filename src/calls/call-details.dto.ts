import type { DetailField } from './call-fields.js';

type Json = Record<string, unknown>;

/** What `fields=full` and the include groups add to a call; absent where neither asks for it. */
export class CallDetails implements Partial<Record<DetailField, unknown>> {
  /**
   * What was said, one line an utterance; null before the first. With `fields=full` or `include=transcript`.
   * @example Agent: Hi Ada, this is Ava from Acme.\nCustomer: Hello.
   */
  transcript?: string | null;
  /**
   * Utterances with speaker (`agent`, `customer`, `transfer_target`, `system`, `unknown`) and times from the answer in
   * `start_ms` and `end_ms`. An agent's text is what the customer heard, `text_unspoken` the rest. With `fields=full` or
   * `include=transcript`.
   */
  transcript_formatted?: Json[];
  /** The analysis made after the call: status, summary, success, sentiment, topics, evidence. With `fields=full`. */
  post_call_analysis?: Json | null;
  /** What the call was about, in one to three sentences. With `fields=full`. */
  call_description?: string | null;
  /** The agent's own success criteria, each with result, value and rationale. With `fields=full`. */
  custom_analysis?: Json | null;
  /** Data extracted by the agent's JSON Schemas, each with status, result and errors. With `fields=full`. */
  structured_data_results?: Json | null;
  /** Remarks on the call: `id`, `body`, `source`, `author`, `created_at`. With `fields=full`. */
  notes?: Json[];
  /** What the call set off, with request, response and error. With `fields=full` or `include=actions`. */
  action_executions?: Json[];
  /** How many actions succeeded, failed or wait, by type. With `fields=full` or `include=actions`. */
  action_summary?: Json | null;
  /** Talk times, turns, interruptions, tool calls and a score. With `fields=full` or `include=metrics`. */
  quality_metrics?: Json | null;
  /**
   * Who spoke, what was known before, how the call went through the network, who ended it, whether it was recorded. With
   * `fields=full`.
   */
  enhanced_context?: Json | null;
  /** Milliseconds each stage took (`e2e`, `stt`, `llm`, `tts`, `tool`), in all and per turn. With `include=metrics`. */
  latency_metrics?: Json | null;
  /** Loss, jitter, delay and opinion score of each direction. With `include=metrics`. */
  audio_metrics?: Json | null;
  /** What happened in order, with `offset_ms` from the answer. With `include=diagnostics`. */
  turn_events?: Json[];
  /** Who interrupted whom, and what was left unsaid. With `include=diagnostics`. */
  interruptions?: Json[];
  /** Tools the agent used, with arguments, result and latency. With `include=diagnostics`. */
  tool_usage?: Json[];
}
