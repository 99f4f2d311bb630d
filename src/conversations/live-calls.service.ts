import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { isFinal, type CallStatus } from '../calls/call-status.js';
import { Calls } from '../calls/calls.service.js';
import { AppError } from '../common/app-error.js';
import { CALLS_CHANNEL, Notifications } from '../database/notifications.client.js';
import { sql } from '../database/sql.client.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import type { LiveUtterance } from './live-events.js';
import { LiveFeed, type LiveSink, type LiveState } from './live-feed.session.js';

/** Readers at the same time: each holds a connection of this process. */
const MOST_FEEDS = 500;
const MOST_FEEDS_EACH = 50;

/** Of one reading: so much is kept for a reader who does not read. */
const MOST_UTTERANCES = 50;

/** Calls as they happen, wherever they happen: what changes is heard from PostgreSQL, and read from its rows. */
@Injectable()
export class LiveCalls implements OnModuleInit, BeforeApplicationShutdown {
  /** By `organization:call`, as the notifications name them. */
  private readonly feeds = new Map<string, Set<LiveFeed>>();
  private readonly counts = new Map<string, number>();
  private readonly readings = new Map<string, Promise<LiveState>>();
  private total = 0;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly calls: Calls,
    private readonly notifications: Notifications,
    @Inject(CONVERSATION_TIMINGS) private readonly timings: ConversationTimings,
  ) {}

  onModuleInit(): void {
    this.notifications.on(CALLS_CHANNEL, (call) => {
      for (const feed of this.feeds.get(call) ?? []) feed.look();
    });
  }

  /** Readers come back to another replica, with what they saw last. */
  beforeApplicationShutdown(): void {
    for (const feeds of this.feeds.values()) for (const feed of feeds) feed.close();
  }

  /**
   * Tells `open`'s sink of the call from this place on; `open` is called once it is certain that there is something to
   * tell. @returns what stops it @throws NotFound, AppError 429 when there are too many readers
   */
  async follow(
    org: OrganizationId,
    callId: string,
    after: number,
    open: () => LiveSink,
  ): Promise<() => void> {
    const leave = this.enter(org);
    const key = `${org}:${callId}`;
    try {
      // Heard from now on: a change between the first look and the first notification would be missed.
      const state = await this.read(org, callId, after);
      const feed: LiveFeed = new LiveFeed(after, {
        sink: open(),
        read: (place) => this.readTogether(org, callId, place),
        closed: () => {
          leave();
          this.remove(key, feed);
        },
        heartbeatMs: this.timings.liveHeartbeat,
      });
      this.feeds.set(key, (this.feeds.get(key) ?? new Set()).add(feed));
      feed.begin(state);
      feed.look();
      return () => feed.close();
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Readers who wake at the same time, and have seen the same, share one reading. */
  private readTogether(org: OrganizationId, callId: string, after: number): Promise<LiveState> {
    const key = `${org}:${callId}:${after}`;
    const known = this.readings.get(key);
    if (known) return known;
    const reading = this.read(org, callId, after);
    this.readings.set(key, reading);
    // Whoever wakes later may have been woken by something later.
    queueMicrotask(() => this.readings.delete(key));
    return reading;
  }

  /** The call first: one that is over says nothing more, so that what is read after it is all. */
  private async read(org: OrganizationId, callId: string, after: number): Promise<LiveState> {
    const call = await this.calls.read(org, callId, { fields: 'light', include: [] });
    const utterances = await sql<LiveUtterance>(
      this.db,
      `SELECT seq, data FROM conversation_entries
        WHERE organization_id = $1 AND call_id = $2 AND seq > $3 AND kind = 'utterance'
        ORDER BY seq LIMIT ${MOST_UTTERANCES}`,
      [org, callId, after],
    );
    const { status } = JSON.parse(call) as { status: CallStatus };
    return { call, isOver: isFinal(status), utterances, hasMore: utterances.length === MOST_UTTERANCES };
  }

  private enter(org: OrganizationId): () => void {
    const own = this.counts.get(org) ?? 0;
    if (own >= MOST_FEEDS_EACH || this.total >= MOST_FEEDS)
      throw new AppError(429, 'too_many_live_views', 'Too many live views', [], { 'Retry-After': '10' });
    this.count(org, own + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.count(org, (this.counts.get(org) ?? 1) - 1);
    };
  }

  private count(org: OrganizationId, count: number): void {
    this.total += count - (this.counts.get(org) ?? 0);
    if (count === 0) this.counts.delete(org);
    else this.counts.set(org, count);
  }

  private remove(key: string, feed: LiveFeed): void {
    const feeds = this.feeds.get(key);
    feeds?.delete(feed);
    if (feeds?.size === 0) this.feeds.delete(key);
  }
}
