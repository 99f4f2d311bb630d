import type { LlmEvent, LlmMessage, LlmTool } from '../llm/llm.js';
import type { RelayOutFrame } from '../telephony/relay-frames.js';
import type { Entry } from './conversation-entries.js';
import type { ToolBox } from './tool-box.js';

/** The way to the customer: a carrier's socket, or somebody who types. */
export interface Line {
  send(frame: RelayOutFrame): void;
  /** The conversation is over, or goes on elsewhere: the other end is to notice. */
  close(reason: 'over' | 'drained'): void;
}

/** The model, as this conversation asks it. */
export interface Mind {
  answer(
    messages: readonly LlmMessage[],
    tools: readonly LlmTool[],
    signal: AbortSignal,
  ): AsyncIterable<LlmEvent>;
}

/** What a turn came to, for those who follow the call. */
export interface TurnSummary {
  turn: number;
  customerText: string | null;
  agentText: string | null;
  interrupted: boolean;
}

/** Where the conversation is written down. Nothing waits for it. */
export interface Journal {
  /** A turn is over: what was said and done since the last time. */
  write(entries: readonly Entry[], turns: readonly TurnSummary[]): void;
  /** The other end is a machine, found out by its words. */
  machineHeard(at: number): void;
}

export interface ConversationPorts {
  line: Line;
  mind: Mind;
  tools: ToolBox;
  journal: Journal;
}
