import { ApiProperty } from '@nestjs/swagger';
import { TASK_TYPES, type TaskType } from '../events/task-types.js';
import type { ActionExecution } from './action-execution.entity.js';

const TRIGGERS = ['in_call', 'post_call', 'manual'] as const satisfies readonly ActionExecution['trigger'][];
const STATUSES = [
  'pending',
  'running',
  'succeeded',
  'failed',
  'skipped',
] as const satisfies readonly ActionExecution['status'][];

/** Something the call set off: a transfer, a tag, a request to another system. Secrets are redacted. */
export class CallAction {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * The action's name.
   * @example "Update the CRM"
   */
  name: string;
  /** Kind of action. */
  @ApiProperty({ enum: TASK_TYPES, example: 'http_request' })
  type: TaskType;
  /** What set it off: the conversation, the end of the call, or a person. */
  @ApiProperty({ enum: TRIGGERS, example: 'post_call' })
  trigger: ActionExecution['trigger'];
  /** How far it has come. */
  @ApiProperty({ enum: STATUSES, example: 'succeeded' })
  status: ActionExecution['status'];
  /**
   * Counts the attempts from 1.
   * @example 1
   */
  attempt: number;
  /** What was asked of the other side; null when nothing was. */
  @ApiProperty({ type: Object, example: { method: 'POST', url: 'https://crm.example.com/hooks/calls' } })
  request: unknown;
  /** What the other side answered; null when it did not. */
  @ApiProperty({ type: Object, example: { status: 200 } })
  response: unknown;
  /**
   * Why it failed.
   * @example "HTTP 502: Bad Gateway"
   */
  error: string | null;
  /**
   * The tool call it belongs to; the `tool_call_id` of `tool_usage`.
   * @example call_6c1f0e9a7b3d4e5f8a9b0c1d
   */
  tool_call_id: string | null;
  /**
   * The turn in which it was set off; null outside the conversation.
   * @example 4
   */
  turn: number | null;
  /**
   * When it was set off, in milliseconds from the answer; null outside the conversation.
   * @example 31250
   */
  offset_ms: number | null;
  /**
   * When it began.
   * @example 2026-01-15T10:32:14.000Z
   */
  started_at: string | null;
  /**
   * When it was over.
   * @example 2026-01-15T10:32:14.310Z
   */
  completed_at: string | null;
  /**
   * How long it took, in milliseconds.
   * @example 310
   */
  duration_ms: number | null;
}

/** The actions of a call in numbers. */
export class CallActionSummary {
  /**
   * All of them.
   * @example 3
   */
  total: number;
  /**
   * Those that succeeded.
   * @example 2
   */
  succeeded: number;
  /**
   * Those that failed.
   * @example 1
   */
  failed: number;
  /**
   * Those that have not begun or are running.
   * @example 0
   */
  pending: number;
  /**
   * Those that were not needed.
   * @example 0
   */
  skipped: number;
  /** How many there are of each type. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    example: { http_request: 2, add_tag: 1 },
  })
  by_type: Record<string, number>;
  /**
   * Why the first that failed did.
   * @example "HTTP 502: Bad Gateway"
   */
  first_error: string | null;
  /**
   * All of this in a sentence.
   * @example "3 actions: 2 succeeded, 1 failed"
   */
  text: string;
}
