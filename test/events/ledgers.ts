/** What came of a run, each part as one side wrote it down. */
export interface Ledgers {
  /** Of whoever made changes: the contacts whose creation was acknowledged. */
  acknowledged: readonly string[];
  /** Of the sender's database. */
  contacts: readonly string[];
  events: readonly { id: string; contact: string; deliveries: number }[];
  /** Of the receiver: every request, in the order of arrival. */
  received: readonly Arrival[];
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
export function discrepancies({ acknowledged, contacts, events, received }: Ledgers): string[] {
  const known = new Set(contacts);
  const recorded = new Set(events.map(({ id }) => id));
  const told = Map.groupBy(events, ({ contact }) => contact);
  const arrived = Map.groupBy(received, ({ id }) => id);
  const wrong = (what: string, ids: readonly string[]) => ids.map((id) => `${what}: ${id}`);
  const eventsThat = (test: (event: Ledgers['events'][number]) => boolean) =>
    events.filter(test).map(({ id }) => id);
  const arrivalsThat = (test: (all: readonly Arrival[], id: string) => boolean) =>
    [...arrived].filter(([id, all]) => test(all, id)).map(([id]) => id);
  return [
    ...wrong(
      'acknowledged, but lost',
      acknowledged.filter((id) => !known.has(id)),
    ),
    ...wrong(
      'not told once',
      contacts.filter((id) => told.get(id)?.length !== 1),
    ),
    ...wrong(
      'event without its change',
      eventsThat(({ contact }) => !known.has(contact)),
    ),
    ...wrong(
      'not one delivery',
      eventsThat(({ deliveries }) => deliveries !== 1),
    ),
    ...wrong(
      'never arrived',
      eventsThat(({ id }) => !arrived.has(id)),
    ),
    ...wrong(
      'arrived, but never happened',
      arrivalsThat((_, id) => !recorded.has(id)),
    ),
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
