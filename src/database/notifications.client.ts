import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../settings.js';
import { sql, type Tx } from './sql.client.js';

/** Says that a call has changed, as `organization:call`. Whoever hears it reads the call: the message is only a hint. */
export const CALLS_CHANNEL = 'calls';

type Listener = (payload: string) => void;

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Asks the process that holds this socket of a call to let go of it, by the socket's id: another one goes on. */
export const HANDOVER_CHANNEL = 'relay_handover';

/** Tells every process of something, once the transaction is committed; never when it is rolled back. */
export async function notify(db: DataSource | Tx, channel: string, payload: string): Promise<void> {
  await sql(db, `SELECT pg_notify($1, $2)`, [channel, payload]);
}

/**
 * Hears what any process tells with `notify`, on one connection of its own that is opened with the first listener. While
 * it is being opened again, messages are lost: whoever listens also looks by himself from time to time.
 */
@Injectable()
export class Notifications implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly listeners = new Map<string, Set<Listener>>();
  private client: Client | null = null;
  private listening: Promise<unknown> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private state: 'starting' | 'running' | 'stopped' = 'starting';

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  onApplicationBootstrap(): void {
    this.state = 'running';
    if (this.listeners.size > 0) this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.state = 'stopped';
    clearTimeout(this.retry);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  /** Calls the listener for every message. It must not throw. @returns what stops that */
  on(channel: string, listener: Listener): () => void {
    const all = this.listeners.get(channel) ?? new Set();
    const isNew = all.size === 0 && !this.listeners.has(channel);
    this.listeners.set(channel, all.add(listener));
    if (this.state === 'running' && !this.client) this.connect();
    else if (isNew && this.client) this.listen(this.client, channel);
    return () => all.delete(listener);
  }

  private connect(): void {
    clearTimeout(this.retry);
    const client = new Client({
      connectionString: this.settings.databaseUrl,
      application_name: 'voice-agent-platform notifications',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.listeners.get(channel) ?? []) listener(payload);
    });
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('the connection was closed')));
    client.connect().then(
      () => [...this.listeners.keys()].forEach((channel) => this.listen(client, channel)),
      (error: unknown) => this.lost(client, error),
    );
  }

  /** A connection takes one statement at a time. */
  private listen(client: Client, channel: string): void {
    this.listening = this.listening
      .then(() => client.query(`LISTEN ${client.escapeIdentifier(channel)}`))
      .catch((error: unknown) => this.lost(client, error));
  }

  private lost(client: Client, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    void client.end().catch(() => undefined);
    if (this.state === 'stopped') return;
    this.logger.warn(`notifications are not heard: ${String(error)}`);
    this.retry = setTimeout(() => this.connect(), RECONNECT_MS);
  }
}
