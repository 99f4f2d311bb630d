import { storable } from '../common/redact-secrets.js';
import type { LlmToolCall } from '../llm/llm.js';
import type { ToolUsage } from './tool-box.js';

/**
 * What is written of a conversation at the end of each turn, in the order in which it was written. Times are epoch
 * milliseconds; positions in the call are computed when the record is made, because only then its zero is certain.
 */
export type Entry =
  /** A socket was opened; `tellsSpeaking` comes with its end. */
  | { kind: 'opened'; at: number; resumed: boolean }
  | UtteranceEntry
  | ToolEntry
  | EventEntry
  | InterruptionEntry
  | TurnEntry
  | { kind: 'closed'; at: number; tellsSpeaking: boolean; roundTripMs: number | null };

/** Something that was said. Times are null where the carrier does not tell who speaks when. */
export interface UtteranceEntry {
  kind: 'utterance';
  /** Its place among the others. */
  at: number;
  turn: number;
  speaker: 'agent' | 'customer';
  /** What was heard. */
  text: string;
  /** What the agent had still wanted to say; null when it was all heard. */
  unspoken: string | null;
  startedAt: number | null;
  endedAt: number | null;
  language: string | null;
  toolCallIds: string[];
}

interface ToolEntry {
  kind: 'tool';
  at: number;
  turn: number;
  /** As the model made it. */
  call: LlmToolCall;
  /** What the model was told; null when the customer broke in before. */
  result: string | null;
  /** Null where the call was a repetition. */
  usage: ToolUsage | null;
}

export interface EventEntry {
  kind: 'event';
  at: number;
  turn: number | null;
  type:
    | `${'agent' | 'customer'}.${'speech_started' | 'speech_ended'}`
    | `tool.${'started' | 'completed' | 'failed'}`
    | 'interruption'
    | 'dtmf'
    | 'silence'
    | 'voicemail.detected'
    | 'error';
  actor: 'agent' | 'customer' | 'carrier' | 'platform';
  data: Record<string, unknown> | null;
}

export interface InterruptionEntry {
  kind: 'interruption';
  at: number;
  turn: number;
  type: 'barge-in' | 'backchannel' | 'false';
  /** How long the agent had spoken. */
  spokenMs: number | null;
  heard: string | null;
  unspoken: string | null;
  customerText: string | null;
  resumed: boolean;
}

/** How long it took to answer the customer, in milliseconds; null where a stage was not measured. */
export interface TurnEntry {
  kind: 'turn';
  at: number;
  turn: number;
  e2e: number | null;
  stt: number | null;
  llm: number | null;
  tts: number | null;
  tool: number | null;
  /** What the service itself took: from the customer's words to ours, without the model's. */
  own: number | null;
  /** Tokens read and written; null where the model's server does not count. */
  tokens: number | null;
}

/** A row of `conversation_entries`, as its parts. */
export interface StoredEntry {
  seq: number;
  kind: string;
  data: unknown;
}

/** JSON that PostgreSQL can hold. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part));

/** An entry as it is kept: its kind has a column of its own. */
export const toStored = ({ kind, ...data }: Entry, seq: number): StoredEntry => ({ seq, kind, data });

export const fromStored = ({ kind, data }: StoredEntry): Entry => ({ kind, ...(data as object) }) as Entry;
