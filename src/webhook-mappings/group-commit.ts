import { Overloaded } from '../common/app-error.js';

export interface GroupCommitOptions<Item, Result> {
  /** Commits a group of one lane, and gives what became of each item, in their order. */
  commit(lane: string, group: readonly Item[]): Promise<readonly Result[]>;
  /** Only items of one lane share a group. */
  laneOf(item: Item): string;
  /** Items of one lane and key are never under way at once, and are committed in the order they came; null for none. */
  keyOf(item: Item): string | null;
  /** Bytes, roughly. */
  sizeOf(item: Item): number;
  /** What a failure proves: see `fateOf`. Unless it is unknown, the items of the group are tried one by one. */
  fateOf(error: unknown): 'refused' | 'held_up' | 'unknown';
}

/** Items of a group that may be held up one after the other, until the rest is failed without trying. */
const MOST_HELD_UP = 3;

/** What one process holds and sends at once. */
export const GROUP_LIMITS = {
  items: 128,
  bytes: 4 * 1024 * 1024,
  /**
   * One being written, and one behind it, so that the database has something to do as soon as it is done. More only make
   * the groups smaller, and each costs a statement.
   */
  inFlightPerLane: 2,
  inFlight: 6,
  waitingItems: 2_000,
  waitingBytes: 64 * 1024 * 1024,
};

interface Ticket<Item, Result> {
  item: Item;
  key: string | null;
  size: number;
  /** How many groups had left when it came. */
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Lane<Item, Result> {
  name: string;
  waiting: Ticket<Item, Result>[];
  inFlight: number;
  /** Of the groups under way. */
  keys: Set<string>;
}

/**
 * Lets requests that are under way at the same time share a commit. There is no timer: a group leaves at the end of
 * the event loop's turn, with all that this turn has read, and what comes while it is in flight forms the next one. So
 * an idle system adds no latency and a busy one commits many at a time. Lanes take turns.
 */
export class GroupCommit<Item, Result> {
  private readonly lanes = new Map<string, Lane<Item, Result>>();
  private inFlight = 0;
  private groupsSent = 0;
  private waitingItems = 0;
  private waitingBytes = 0;
  private leaving: NodeJS.Immediate | null = null;

  constructor(
    private readonly options: GroupCommitOptions<Item, Result>,
    private readonly limits = GROUP_LIMITS,
  ) {}

  /** Resolves once the item is committed. @throws Overloaded when too much is waiting already */
  add(item: Item): Promise<Result> {
    const size = this.options.sizeOf(item);
    const { waitingItems, waitingBytes } = this.limits;
    if (this.waitingItems >= waitingItems || this.waitingBytes + size > waitingBytes)
      return Promise.reject(new Overloaded());
    return new Promise((resolve, reject) => {
      const lane = this.laneOf(this.options.laneOf(item));
      const key = this.options.keyOf(item);
      lane.waiting.push({ item, key, size, since: this.groupsSent, resolve, reject });
      this.waitingItems += 1;
      this.waitingBytes += size;
      this.leaveSoon();
    });
  }

  private leaveSoon(): void {
    this.leaving ??= setImmediate(() => {
      this.leaving = null;
      for (const lane of this.lanes.values()) {
        if (this.inFlight >= this.limits.inFlight) return;
        this.fill(lane);
      }
    });
  }

  private laneOf(name: string): Lane<Item, Result> {
    const lane = this.lanes.get(name) ?? { name, waiting: [], inFlight: 0, keys: new Set() };
    this.lanes.set(name, lane);
    return lane;
  }

  /** Sends what a lane has waiting, as far as the limits allow. */
  private fill(lane: Lane<Item, Result>): void {
    while (lane.inFlight < this.limits.inFlightPerLane && this.inFlight < this.limits.inFlight) {
      const group = this.take(lane);
      if (group.length === 0) return;
      void this.send(lane, group);
    }
  }

  /** The longest waiting items that may go together; the others keep their order. */
  private take(lane: Lane<Item, Result>): Ticket<Item, Result>[] {
    const group: Ticket<Item, Result>[] = [];
    const rest: Ticket<Item, Result>[] = [];
    let bytes = 0;
    let isFull = false;
    for (const ticket of lane.waiting) {
      isFull ||=
        group.length === this.limits.items || (bytes + ticket.size > this.limits.bytes && group.length > 0);
      if (isFull || (ticket.key !== null && lane.keys.has(ticket.key))) {
        rest.push(ticket);
      } else {
        group.push(ticket);
        bytes += ticket.size;
        if (ticket.key !== null) lane.keys.add(ticket.key);
      }
    }
    lane.waiting = rest;
    this.waitingItems -= group.length;
    this.waitingBytes -= bytes;
    return group;
  }

  private async send(lane: Lane<Item, Result>, group: readonly Ticket<Item, Result>[]): Promise<void> {
    lane.inFlight += 1;
    this.inFlight += 1;
    this.groupsSent += 1;
    const results = await this.settle(lane, group, this.groupsSent);
    for (const { key } of group) if (key !== null) lane.keys.delete(key);
    lane.inFlight -= 1;
    this.inFlight -= 1;
    this.next(lane);
    // After the next group has left: the database writes it while these are answered.
    setImmediate(() => results.forEach((result, index) => group[index]?.resolve(result)));
  }

  /** @returns what is to be told yet: the results of a group that was committed as one */
  private async settle(
    lane: Lane<Item, Result>,
    group: readonly Ticket<Item, Result>[],
    number: number,
  ): Promise<readonly Result[]> {
    const committed = await this.commit(lane, group);
    if ('results' in committed) return committed.results;
    const isUnknown = this.options.fateOf(committed.cause) === 'unknown';
    if (isUnknown || group.length === 1) fail(group, committed);
    else await this.settleEach(lane, group);
    if (isUnknown) this.giveUp(number, committed);
    return [];
  }

  /**
   * The database did not say what became of a group, which takes as long as anybody should wait: whoever was waiting
   * when that group left has waited that long too, and would only wait for the next one to fail.
   */
  private giveUp(group: number, failure: Failure): void {
    for (const lane of this.lanes.values()) {
      const late = lane.waiting.filter(({ since }) => since < group);
      if (late.length === 0) continue;
      lane.waiting = lane.waiting.filter(({ since }) => since >= group);
      this.waitingItems -= late.length;
      for (const { size } of late) this.waitingBytes -= size;
      fail(late, failure);
    }
  }

  private async settleEach(lane: Lane<Item, Result>, group: readonly Ticket<Item, Result>[]): Promise<void> {
    let heldUp = 0;
    for (const [index, ticket] of group.entries()) {
      const committed = await this.commit(lane, [ticket]);
      if ('results' in committed) {
        ticket.resolve(committed.results[0] as Result);
        continue;
      }
      fail([ticket], committed);
      const fate = this.options.fateOf(committed.cause);
      if (fate === 'held_up') heldUp += 1;
      if (fate === 'unknown' || heldUp === MOST_HELD_UP) return fail(group.slice(index + 1), committed);
    }
  }

  private async commit(
    lane: Lane<Item, Result>,
    group: readonly Ticket<Item, Result>[],
  ): Promise<{ results: readonly Result[] } | Failure> {
    const items = group.map(({ item }) => item);
    try {
      return { results: await this.options.commit(lane.name, items) };
    } catch (error) {
      return { cause: error };
    }
  }

  /** Goes on after a group: every other lane first, this one last. */
  private next(lane: Lane<Item, Result>): void {
    this.lanes.delete(lane.name);
    if (lane.waiting.length > 0 || lane.inFlight > 0) this.lanes.set(lane.name, lane);
    this.leaveSoon();
  }
}

interface Failure {
  cause: unknown;
}

function fail(tickets: readonly { reject: (error: unknown) => void }[], { cause }: Failure): void {
  for (const { reject } of tickets) reject(cause);
}
