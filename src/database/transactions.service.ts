import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';
import { isUnanswered } from '../common/database-errors.js';
import type { Tx } from './sql.client.js';

const actionsAfterCommit = new WeakMap<Tx, (() => void)[]>();

/** Runs `action` once the transaction is committed; never when it is rolled back. The action must not throw. */
export function afterCommit(tx: Tx, action: () => void): void {
  const actions = actionsAfterCommit.get(tx) ?? [];
  actionsAfterCommit.set(tx, [...actions, action]);
}

/** Opens transactions: what happens inside commits together or not at all. */
@Injectable()
export class Transactions {
  private readonly logger = new Logger('Transactions');

  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Commits when `work` resolves, rolls back when it throws. Inside, use `tx` alone: it holds its own connection. */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.db.createQueryRunner();
    try {
      await runner.connect();
      await runner.startTransaction();
      const result = await work(runner.manager);
      await runner.commitTransaction();
      for (const action of actionsAfterCommit.get(runner.manager) ?? []) action();
      return result;
    } catch (error) {
      await this.abandon(runner, error);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** A lost connection has rolled back by itself, and one that still owes an answer would only be waited for again. */
  private async abandon(runner: QueryRunner, error: unknown): Promise<void> {
    if (!runner.isTransactionActive || runner.isReleased || isUnanswered(error)) return;
    await runner.rollbackTransaction().catch(async (failure: unknown) => {
      this.logger.warn(`rollback failed: ${String(failure)}`);
      await closeConnection(runner);
    });
  }
}

/** A client that is ending is not put back into the pool; the server rolls back what it leaves behind. */
async function closeConnection(runner: QueryRunner): Promise<void> {
  const client = (await runner.connect().catch(() => null)) as { end(): Promise<void> } | null;
  client?.end().catch(() => undefined);
}
