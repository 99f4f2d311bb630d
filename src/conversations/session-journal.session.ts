import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import type { Entry } from './conversation-entries.js';
import type { Journal, TurnSummary } from './conversation-ports.js';
import type { ConversationWriter, SessionKey } from './conversation-writer.service.js';

/** The last writing is tried so often; then the lease runs out, and a sweeper makes the record of what was written. */
const LAST_TRIES = 5;
const PAUSE_MS = 300;

/** Writes one conversation down, in order and beside it: a slow database delays no word. */
export class SessionJournal implements Journal {
  private readonly logger = new Logger('SessionJournal');
  private entries: Entry[] = [];
  private turns: TurnSummary[] = [];
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param zero when the call was answered, in epoch milliseconds
   * @param onLost the session is another process's now, or closed
   */
  constructor(
    private readonly writer: ConversationWriter,
    private readonly key: SessionKey,
    private readonly zero: number,
    private readonly onLost: () => void,
  ) {}

  write(entries: readonly Entry[], turns: readonly TurnSummary[]): void {
    this.entries.push(...entries);
    this.turns.push(...turns);
    this.enqueue(() => this.writeTurn());
  }

  machineHeard(at: number): void {
    this.enqueue(() => this.writer.machineHeard(this.key, Math.max(0, Math.round(at - this.zero))));
  }

  /** Never throws. */
  async close(
    outcome: RelayOutcome,
    entries: readonly Entry[],
    turns: readonly TurnSummary[],
  ): Promise<void> {
    await this.last;
    this.entries.push(...entries);
    this.turns.push(...turns);
    for (let attempt = 1; attempt <= LAST_TRIES; attempt++) {
      try {
        await this.writer.close(this.key, outcome, this.entries, this.turns);
        return;
      } catch (error) {
        this.warn('the end', error);
        await delay(attempt * PAUSE_MS);
      }
    }
  }

  private enqueue(work: () => Promise<void>): void {
    this.last = this.last.then(work).catch((error: unknown) => this.warn('a turn', error));
  }

  /** What could not be written is written with the next turn. */
  private async writeTurn(): Promise<void> {
    const [entries, turns] = [[...this.entries], [...this.turns]];
    if (entries.length === 0) return;
    if (!(await this.writer.turn(this.key, entries, turns))) this.onLost();
    this.entries = this.entries.slice(entries.length);
    this.turns = this.turns.slice(turns.length);
  }

  private warn(what: string, error: unknown): void {
    this.logger.warn(`${what} of call ${this.key.callId} was not written: ${String(error)}`);
  }
}
