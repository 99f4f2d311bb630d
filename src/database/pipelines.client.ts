import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './pool-of.client.js';
import { rowsOver, type TextRow } from './text-rows.client.js';

interface Pipeline {
  client: Promise<PoolClient>;
  underWay: number;
}

/**
 * Statements that commit by themselves, one behind the other over one connection: the next one is in the server's socket
 * when the last is done, so that the server never waits until this process comes round to it. A pipeline has a connection
 * of the pool from its first statement until none is under way. Breaks off as the connection does: what became of the
 * statements that were under way is unknown then.
 */
export class Pipelines {
  private readonly open = new Map<string, Pipeline>();

  constructor(private readonly db: DataSource) {}

  /** Runs one statement behind those that are under way in the pipeline of this name, and gives its rows as text. */
  async textRows(name: string, text: string, values: unknown[]): Promise<TextRow[]> {
    const pipeline = this.enter(name);
    try {
      return await rowsOver(await pipeline.client, text, values);
    } finally {
      this.leave(name, pipeline);
    }
  }

  private enter(name: string): Pipeline {
    const pipeline = this.open.get(name) ?? { client: poolOf(this.db).connect(), underWay: 0 };
    this.open.set(name, pipeline);
    pipeline.underWay += 1;
    return pipeline;
  }

  private leave(name: string, pipeline: Pipeline): void {
    pipeline.underWay -= 1;
    if (pipeline.underWay > 0) return;
    this.open.delete(name);
    pipeline.client.then(
      (client) => client.release(),
      () => undefined,
    );
  }
}
