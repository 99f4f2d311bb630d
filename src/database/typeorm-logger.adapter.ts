import { Logger } from '@nestjs/common';
import type { Logger as TypeOrmLoggerPort } from 'typeorm';

/** TypeORM's messages in the service's log. Queries and their values are never logged: they are personal data. */
export class TypeOrmLogger implements TypeOrmLoggerPort {
  private readonly logger = new Logger('Database');

  logQuery(): void {}
  logQueryError(): void {}

  logQuerySlow(time: number, query: string): void {
    this.logger.warn(`slow query, ${time} ms: ${query}`);
  }

  logSchemaBuild(message: string): void {
    this.logger.debug(message);
  }

  logMigration(message: string): void {
    this.logger.log(message);
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.logger.warn(String(message));
  }
}
