import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type MigrationInterface } from 'typeorm';
import { sql } from '../database/sql.client.js';
import type { ReadinessReport } from './health.dto.js';

/** One thing that must work before requests should be sent here. */
export interface Check {
  name: string;
  /** Resolves when it works, throws when it does not. */
  probe: () => Promise<void> | void;
}

/** Whether this replica should receive requests. Features add the checks they know about. */
@Injectable()
export class Readiness {
  private draining = false;
  private readonly checks: Check[] = [
    { name: 'database', probe: () => this.pingDatabase() },
    { name: 'migrations', probe: () => this.refusePendingMigrations() },
  ];

  constructor(@InjectDataSource() private readonly db: DataSource) {}

  add(check: Check): void {
    this.checks.push(check);
  }

  /** From now on readiness says no, so that load balancers stop sending requests before the server stops listening. */
  drain(): void {
    this.draining = true;
  }

  async report(): Promise<ReadinessReport> {
    const results = await Promise.all(
      this.checks.map(async ({ name, probe }) => {
        try {
          await probe();
          return [name, 'ok'] as const;
        } catch {
          return [name, 'failing'] as const;
        }
      }),
    );
    const ready = !this.draining && results.every(([, result]) => result === 'ok');
    return {
      status: ready ? 'ready' : 'unready',
      checks: { ...Object.fromEntries(results), accepting: this.draining ? 'failing' : 'ok' },
    };
  }

  private async pingDatabase(): Promise<void> {
    await sql(this.db, 'SELECT 1');
  }

  /** The schema may be older than this code when a backup was restored below it; a newer one is fine. */
  private async refusePendingMigrations(): Promise<void> {
    const applied = await sql<{ name: string }>(this.db, 'SELECT name FROM migrations');
    const names = new Set(applied.map(({ name }) => name));
    const pending = this.db.migrations.filter((migration) => !names.has(nameOf(migration)));
    if (pending.length > 0) throw new Error(`pending migrations: ${pending.map(nameOf).join(', ')}`);
  }
}

const nameOf = (migration: MigrationInterface): string => migration.name ?? migration.constructor.name;
