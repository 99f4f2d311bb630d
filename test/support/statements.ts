import { DataSource } from 'typeorm';
import { TypeOrmLogger } from '../../src/database/typeorm-logger.adapter.js';
import type { TestService } from './service.js';

/** A statement that the service sent. */
export interface Sent {
  text: string;
  values: unknown[];
}

/** What the service sends to the database while something is done. */
export async function statementsOf({ app }: TestService, act: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  class Watching extends TypeOrmLogger {
    override logQuery(text = '', values: unknown[] = []): void {
      sent.push({ text, values });
    }
  }
  const source = app.get(DataSource);
  const { logger } = source;
  source.logger = new Watching();
  await act().finally(() => (source.logger = logger));
  return sent;
}
