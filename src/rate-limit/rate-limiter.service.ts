import { Injectable, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { sql } from '../database/sql.client.js';
import { batchSize, currentWindow, WINDOW_MS } from './rate-window.js';

/** What a limited answer tells the caller in its `RateLimit-*` headers. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Seconds until the window ends and the limit is whole again. */
  resetSeconds: number;
}

/** Tokens this replica has taken from the shared row and not yet spent. */
interface Stock {
  window: number;
  tokens: number;
  /** What was left in the shared row when it was last asked. */
  leftOver: number;
  /** The request for more that is under way; others wait for it. */
  refill: Promise<void> | null;
}

/** Keys that are counted at once; the least recently used is forgotten and asks the shared row again. */
const MAX_STOCKS = 50_000;

/**
 * Fixed windows of a minute, shared by all replicas through one row a key. A replica takes tokens in batches, so
 * that a read costs no write: the limit is never exceeded, and what idle replicas hold back stays under 10 %.
 */
@Injectable()
export class RateLimiter {
  private readonly stocks: LRUCache<string, Stock>;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Optional() mostStocks = MAX_STOCKS,
  ) {
    this.stocks = new LRUCache({ max: mostStocks });
  }

  /** Takes one token. @throws AppError 429 with `Retry-After` when there is none left in this minute */
  async take(key: string, limit: number): Promise<Allowance> {
    const now = Date.now();
    const stock = this.stockOf(key, now);
    while (stock.tokens === 0 && stock.leftOver > 0) {
      stock.refill ??= this.refill(key, limit, stock).finally(() => (stock.refill = null));
      await stock.refill;
    }
    const resetSeconds = Math.max(1, Math.ceil((stock.window + WINDOW_MS - now) / 1_000));
    if (stock.tokens === 0) throw rateLimited({ limit, remaining: 0, resetSeconds });
    stock.tokens -= 1;
    return { limit, remaining: stock.tokens + stock.leftOver, resetSeconds };
  }

  private stockOf(key: string, now: number): Stock {
    const window = currentWindow(now);
    const stock = this.stocks.get(key);
    if (stock?.window === window) return stock;
    const fresh: Stock = { window, tokens: 0, leftOver: 1, refill: null };
    this.stocks.set(key, fresh);
    return fresh;
  }

  /** Takes a batch from the shared row, or what is left of it. */
  private async refill(key: string, limit: number, stock: Stock): Promise<void> {
    const batch = batchSize(limit);
    const [row] = await sql<{ used: number }>(
      this.db,
      `INSERT INTO rate_limits AS shared (key, window_start, used) VALUES ($1, to_timestamp($2::double precision / 1000), $3)
       ON CONFLICT (key) DO UPDATE SET
         window_start = greatest(shared.window_start, excluded.window_start),
         used = CASE WHEN shared.window_start < excluded.window_start THEN excluded.used
                     ELSE shared.used + excluded.used END
       RETURNING used`,
      [key, stock.window, batch],
    );
    const used = row?.used ?? limit;
    stock.tokens = Math.max(0, Math.min(batch, limit - (used - batch)));
    stock.leftOver = Math.max(0, limit - used);
  }
}

const rateLimited = (allowance: Allowance): AppError =>
  new AppError(429, 'rate_limited', 'Rate limit exceeded', [], {
    ...rateLimitHeaders(allowance),
    'Retry-After': String(allowance.resetSeconds),
  });

export const rateLimitHeaders = ({ limit, remaining, resetSeconds }: Allowance): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSeconds),
});
