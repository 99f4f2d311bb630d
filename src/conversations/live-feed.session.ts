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
  /** @returns false when the reader is behind: the sink then tells once that it has caught up */
  write(text: string): boolean;
  /** Calls back when what was written is on its way. */
  onceDrained(then: () => void): void;
  end(): void;
  /** At once, with all that was not read. */
  cutOff(): void;
}

/** Then the reader comes back, and shows its key once more. */
const LONGEST_MS = 15 * 60_000;

interface FeedPorts {
  sink: LiveSink;
  read: (after: number) => Promise<LiveState>;
  closed: () => void;
  /** Between two signs of life, each with a look at the call in case that a notification was lost. */
  heartbeatMs: number;
}

/**
 * What one reader is told of one call. Nothing is kept for it: a reader who is behind is told more when he has caught up,
 * from the rows, and one who does not from one heartbeat to the next is not there any more.
 */
export class LiveFeed {
  private readonly heartbeat: NodeJS.Timeout;
  private readonly limit = setTimeout(() => this.close(), LONGEST_MS).unref();
  private seen = '';
  private state: 'idle' | 'looking' | 'looking again' | 'closed' = 'idle';
  /** What was sent was not read yet; since the last heartbeat, or longer. */
  private behind: 'no' | 'now' | 'for long' = 'no';

  constructor(
    private after: number,
    private readonly ports: FeedPorts,
  ) {
    this.heartbeat = setInterval(() => this.beat(), ports.heartbeatMs).unref();
  }

  /** Sends what is new. Looks that are asked for meanwhile become one. */
  look(): void {
    if (this.state === 'looking') this.state = 'looking again';
    if (this.state !== 'idle' || this.behind !== 'no') return;
    this.state = 'looking';
    // A database that is away is asked again at the next heartbeat.
    this.ports.read(this.after).then(
      (state) => this.looked(state),
      () => this.looked(null),
    );
  }

  /** Sends what was read already. */
  begin(state: LiveState): void {
    this.state = 'looking';
    this.looked(state);
  }

  /** What was sent is still delivered, to whoever reads it soon. */
  close(): void {
    if (!this.leave()) return;
    const { sink, heartbeatMs } = this.ports;
    sink.end();
    setTimeout(() => sink.cutOff(), heartbeatMs).unref();
  }

  private leave(): boolean {
    if (this.state === 'closed') return false;
    this.state = 'closed';
    clearInterval(this.heartbeat);
    clearTimeout(this.limit);
    this.ports.closed();
    return true;
  }

  private looked(state: LiveState | null): void {
    if (this.state === 'closed') return;
    const isDue = this.state === 'looking again' || state?.hasMore === true;
    this.state = 'idle';
    if (state) this.tell(state);
    if (isDue) this.look();
  }

  private tell({ call, isOver, utterances, hasMore }: LiveState): void {
    const news = utterances.map(utteranceEvent);
    if (call !== this.seen) news.unshift(statusEvent(this.after, call));
    this.seen = call;
    this.after = utterances.at(-1)?.seq ?? this.after;
    const isEnd = isOver && !hasMore;
    if (isEnd) news.push(endEvent(this.after));
    if (news.length > 0) this.send(news.join(''));
    if (isEnd) this.close();
  }

  private beat(): void {
    if (this.behind === 'for long') {
      if (this.leave()) this.ports.sink.cutOff();
    } else if (this.behind === 'now') {
      this.behind = 'for long';
    } else {
      this.send(HEARTBEAT);
      this.look();
    }
  }

  private send(text: string): void {
    if (this.ports.sink.write(text)) return;
    this.behind = 'now';
    this.ports.sink.onceDrained(() => {
      this.behind = 'no';
      this.look();
    });
  }
}
