import { Column, Entity } from 'typeorm';
import { Instant, Int } from '../database/columns.decorator.js';

/** What is used of one limit in its current minute, over all replicas. Unlogged: a crash forgets it. */
@Entity('rate_limits')
export class RateLimitWindow {
  /** `<limit>:<api key or mapping id>` */
  @Column({ type: 'text', primary: true }) key: string;

  @Instant() windowStart: Date;
  @Int() used: number;
}
