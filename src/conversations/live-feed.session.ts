import { endEvent, HEARTBEAT, statusEvent, utteranceEvent, type LiveUtterance } from './live-events.js';

/** A call as it is now. */
export interface LiveState {
  /** As reading it shows it, in JSON. */
  call: string;
  isOver: boolean;
  /** What was said behind a place. */
  utterances: LiveUtterance[];
  /** More was said than fits into one reading. */
  hasMore: boolean;
}

/** Where events go. */
export interface LiveSink {
  /** @returns false when nobody reads what is sent */
  write(text: string): boolean;
  end(): void;
}

/** A sign of life, and a look at the call in case that a notification was lost. */
const HEARTBEAT_MS = 10_000;

/** Then the reader comes back, and shows its key once more. */
const LONGEST_MS = 15 * 60_000;

/** What one reader is told of one call. */
export class LiveFeed {
  private readonly heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  private readonly limit = setTimeout(() => this.close(), LONGEST_MS).unref();
  private seen = '';
  private state: 'idle' | 'looking' | 'looking again' | 'closed' = 'idle';

  constructor(
    private after: number,
    private readonly sink: LiveSink,
    private readonly read: (after: number) => Promise<LiveState>,
    private readonly closed: () => void,
  ) {}

  /** Sends what is new. Looks that are asked for meanwhile become one. */
  look(): void {
    if (this.state === 'looking') this.state = 'looking again';
    if (this.state !== 'idle') return;
    this.state = 'looking';
    // A database that is away is asked again at the next heartbeat.
    this.read(this.after).then(
      (state) => this.looked(state),
      () => this.looked(null),
    );
  }

  /** Sends what was read already. */
  begin(state: LiveState): void {
    this.state = 'looking';
    this.looked(state);
  }

  close(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    clearInterval(this.heartbeat);
    clearTimeout(this.limit);
    this.sink.end();
    this.closed();
  }

  private looked(state: LiveState | null): void {
    if (this.state === 'closed') return;
    const isDue = this.state === 'looking again' || state?.hasMore === true;
    this.state = 'idle';
    if (state) this.tell(state);
    if (isDue) this.look();
  }

  private tell({ call, isOver, utterances, hasMore }: LiveState): void {
    if (call !== this.seen) this.send(statusEvent(this.after, call));
    this.seen = call;
    for (const utterance of utterances) {
      this.after = utterance.seq;
      this.send(utteranceEvent(utterance));
    }
    if (!isOver || hasMore) return;
    this.send(endEvent(this.after));
    this.close();
  }

  private beat(): void {
    this.send(HEARTBEAT);
    this.look();
  }

  private send(text: string): void {
    if (this.state !== 'closed' && !this.sink.write(text)) this.close();
  }
}
