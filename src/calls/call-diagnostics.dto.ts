import { ApiProperty } from '@nestjs/swagger';

const EVENT_TYPES = [
  'call.queued',
  'call.ringing',
  'call.answered',
  'agent.speech_started',
  'agent.speech_ended',
  'customer.speech_started',
  'customer.speech_ended',
  'interruption',
  'tool.started',
  'tool.completed',
  'tool.failed',
  'dtmf',
  'silence',
  'voicemail.detected',
  'call.transferred',
  'call.ended',
  'error',
] as const;
const ACTORS = ['agent', 'customer', 'carrier', 'platform', 'operator'] as const;
const INTERRUPTERS = ['customer', 'agent'] as const;
const INTERRUPTION_KINDS = ['barge-in', 'backchannel', 'false', 'overlap'] as const;
const TOOL_SOURCES = ['builtin', 'http'] as const;
const TOOL_STATUSES = ['succeeded', 'failed', 'timeout', 'unresolved'] as const;

/** Something that happened during the call. */
export class TurnEvent {
  /**
   * Counts the events of the call from 1.
   * @example 3
   */
  seq: number;
  /** What happened. */
  @ApiProperty({ enum: EVENT_TYPES, example: 'call.answered' })
  type: (typeof EVENT_TYPES)[number];
  /**
   * The turn it belongs to; null for what concerns the call as a whole.
   * @example 2
   */
  turn: number | null;
  /** Who or what did it. */
  @ApiProperty({ enum: ACTORS, example: 'customer' })
  actor: (typeof ACTORS)[number];
  /**
   * When.
   * @example 2026-01-15T10:30:05.000Z
   */
  at: string;
  /**
   * The same in milliseconds from the answer (without one, from the start); what came before is negative.
   * @example 0
   */
  offset_ms: number;
  /**
   * More about it, by its type.
   * @example { "index": 1 }
   */
  data: Record<string, unknown> | null;
}

/** Somebody began to speak while the other was speaking. */
export class Interruption {
  /**
   * Unique within the call.
   * @example int_1
   */
  id: string;
  /**
   * The turn.
   * @example 4
   */
  turn: number | null;
  /** Who interrupted. */
  @ApiProperty({ enum: INTERRUPTERS, example: 'customer' })
  by: (typeof INTERRUPTERS)[number];
  /** Took the floor, only agreed aloud, was noise, or spoke at the same time. */
  @ApiProperty({ enum: INTERRUPTION_KINDS, example: 'barge-in' })
  kind: (typeof INTERRUPTION_KINDS)[number];
  /**
   * When.
   * @example 2026-01-15T10:30:36.250Z
   */
  at: string;
  /**
   * The same in milliseconds from the answer.
   * @example 31250
   */
  offset_ms: number;
  /**
   * How long the one who was interrupted had spoken, in milliseconds.
   * @example 2140
   */
  spoken_ms: number | null;
  /**
   * What the customer had heard of the agent.
   * @example "Great, then I will"
   */
  agent_text_spoken: string | null;
  /**
   * What the agent had still wanted to say.
   * @example "send you the contract today."
   */
  agent_text_unspoken: string | null;
  /**
   * What the customer said.
   * @example "Wait, one question."
   */
  customer_text: string | null;
  /** Whether the agent went on with what it was saying. */
  agent_resumed: boolean | null;
}

/** A tool that the agent used. */
export class ToolUse {
  /**
   * Unique within the call.
   * @example call_6c1f0e9a7b3d4e5f8a9b0c1d
   */
  tool_call_id: string;
  /**
   * Name of the tool.
   * @example find_customer
   */
  name: string;
  /** Whose tool it is: the platform's own, or an HTTP address of the organization. */
  @ApiProperty({ enum: TOOL_SOURCES, example: 'http' })
  source: (typeof TOOL_SOURCES)[number];
  /** What the agent gave it. */
  @ApiProperty({ type: Object, example: { customer: 'Ada' } })
  arguments: unknown;
  /** What it found; null when it did not succeed. */
  @ApiProperty({ type: Object, example: { plan: 'Pro' } })
  result: unknown;
  /** How it went; `unresolved` when the call ended first. */
  @ApiProperty({ enum: TOOL_STATUSES, example: 'succeeded' })
  status: (typeof TOOL_STATUSES)[number];
  /**
   * Why it did not succeed.
   * @example "No answer within the time limit"
   */
  error: string | null;
  /**
   * The turn.
   * @example 4
   */
  turn: number | null;
  /**
   * When it began, in milliseconds from the answer.
   * @example 30870
   */
  offset_ms: number | null;
  /**
   * When it began.
   * @example 2026-01-15T10:30:35.870Z
   */
  started_at: string | null;
  /**
   * When it was over.
   * @example 2026-01-15T10:30:36.180Z
   */
  ended_at: string | null;
  /**
   * How long it took, in milliseconds.
   * @example 310
   */
  latency_ms: number | null;
}
