/** What came of a run, each part as one side wrote it down. */
export interface Ledgers {
  /** Of whoever made changes: those that were acknowledged, by their names. */
  acknowledged: readonly string[];
  /** Of the sender's database: what has happened, by the type of event that tells it, and a name of its own. */
  changes: readonly { type: string; of: string }[];
  events: readonly RecordedEvent[];
  /** Of the carrier: the call of each dial that it accepted. */
  dialled: readonly string[];
  /** Of the receiver: every request, in the order of arrival. */
  received: readonly Arrival[];
}

interface RecordedEvent {
  id: string;
  type: string;
  /** The change that it tells of. */
  of: string;
  call: string | null;
  /** Its number among the events of its call. */
  sequence: number | null;
  deliveries: number;
}

export interface Arrival {
  /** The event's, by the body. */
  id: string;
  /** The `webhook-id` header. */
  headerId: string;
  body: string;
  /** Its signature was good when it arrived. */
  isSigned: boolean;
}

/** Holds the ledgers against each other: a line for everything that is wrong. */
export function discrepancies(ledgers: Ledgers): string[] {
  return [...ofChanges(ledgers), ...ofDials(ledgers), ...ofArrivals(ledgers)];
}

const wrong = (what: string, names: readonly string[]): string[] => names.map((name) => `${what}: ${name}`);
const nameOf = ({ type, of }: { type: string; of: string }): string => `${type} of ${of}`;
const idsOf = (events: readonly RecordedEvent[]): string[] => events.map(({ id }) => id);

/** Between what was acknowledged, what has happened, and what was recorded of it. */
function ofChanges({ acknowledged, changes, events }: Ledgers): string[] {
  const known = new Set(changes.map(({ of }) => of));
  const happened = new Set(changes.map(nameOf));
  const told = Map.groupBy(events, nameOf);
  return [
    ...wrong(
      'acknowledged, but lost',
      acknowledged.filter((id) => !known.has(id)),
    ),
    ...wrong(
      'not told once',
      [...happened].filter((change) => told.get(change)?.length !== 1),
    ),
    ...wrong('event without its change', idsOf(events.filter((event) => !happened.has(nameOf(event))))),
    ...wrong('not one delivery', idsOf(events.filter(({ deliveries }) => deliveries !== 1))),
  ];
}

/** Between what the carrier dialled and what the database knows of. */
function ofDials({ changes, dialled }: Ledgers): string[] {
  const known = new Set(changes.map(({ of }) => of));
  const dials = [...Map.groupBy(dialled, (call) => call)];
  return [
    ...wrong(
      'dialled, but unknown',
      dials.flatMap(([call]) => (known.has(call) ? [] : [call])),
    ),
    ...wrong(
      'dialled again',
      dials.flatMap(([call, its]) => (its.length > 1 ? [call] : [])),
    ),
  ];
}

/** Between what was recorded and what the receiver got. */
function ofArrivals({ events, received }: Ledgers): string[] {
  const recorded = new Set(idsOf(events));
  const arrived = Map.groupBy(received, ({ id }) => id);
  const arrivalsThat = (test: (all: readonly Arrival[], id: string) => boolean) =>
    [...arrived].filter(([id, all]) => test(all, id)).map(([id]) => id);
  return [
    ...wrong('never arrived', idsOf(events.filter(({ id }) => !arrived.has(id)))),
    ...wrong(
      'arrived, but never happened',
      arrivalsThat((_, id) => !recorded.has(id)),
    ),
    ...wrong('arrived after a later one of its call', tooLate(events, [...arrived.keys()])),
    ...wrong(
      'changed',
      arrivalsThat((all) => new Set(all.map(({ body }) => body)).size > 1),
    ),
    ...wrong(
      'another id',
      arrivalsThat((all, id) => all.some(({ headerId }) => headerId !== id)),
    ),
    ...wrong(
      'badly signed',
      arrivalsThat((all) => all.some(({ isSigned }) => !isSigned)),
    ),
  ];
}

/** Events that came for the first time when a later one of their call had come already, by the order of arrival. */
function tooLate(events: readonly RecordedEvent[], arrived: readonly string[]): string[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const lastOf = new Map<string, number>();
  return arrived.filter((id) => {
    const { call = null, sequence = null } = byId.get(id) ?? {};
    if (call === null || sequence === null) return false;
    const last = lastOf.get(call) ?? 0;
    lastOf.set(call, Math.max(last, sequence));
    return sequence < last;
  });
}
