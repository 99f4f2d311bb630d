import type { LoadResult } from './support/load.js';
import { judge, percentile, table } from './support/report.js';
import type { Turns } from './talk-turns.js';

/** Calls at once, and how many people look at live views of them. */
export const CONVERSATIONS = 200;
export const VIEWERS = 50;

/** What must be reached: see bench/README.md. Times in milliseconds. */
const TARGETS = { addedP50: 5, addedP95: 25, abortP95: 20, megabytesACall: 1, listThroughput: 0.5 };

export interface Measured {
  quiet: Turns;
  /** While live views of calls are open: each of another call, then all of one. */
  watched: Turns;
  crowded: Turns;
  viewersTold: number;
  /** While the list is asked for as well. */
  listing: Turns;
  megabytesACall: number;
  heapMegabytesACall: number;
  list: { idle: LoadResult; meanwhile: LoadResult };
}

/** Prints what was measured. @returns whether all targets were reached */
export function report({
  quiet,
  watched,
  crowded,
  viewersTold,
  listing,
  megabytesACall,
  heapMegabytesACall,
  list,
}: Measured): boolean {
  const row = (name: string, { open, said, unanswered, added, interrupted, aborts }: Turns): string[] => [
    name,
    ...[open, said, unanswered].map(String),
    ...[percentile(added, 0.5), percentile(added, 0.95), percentile(added, 0.99)].map(digits),
    `${aborts.length} of ${interrupted}`,
    ...[percentile(aborts, 0.5), percentile(aborts, 0.95)].map(digits),
  ];
  console.log(
    table([
      ['', 'calls', 'turns', 'unanswered', 'added p50 ms', 'p95', 'p99', 'cut off', 'abort p50 ms', 'p95'],
      row('conversations alone', quiet),
      row(`with ${VIEWERS} calls watched`, watched),
      row(`with ${VIEWERS} viewers of one call`, crowded),
      row('with the list under load', listing),
    ]),
  );
  const [idle, meanwhile] = [answeredPerSecond(list.idle), answeredPerSecond(list.meanwhile)];
  console.log(
    `\nlist: ${idle.toFixed(0)} requests/s idle, ${meanwhile.toFixed(0)} beside the conversations ` +
      `(${list.meanwhile.unavailable} answered 503)\n` +
      `processor time a turn: ${digits(quiet.nodeCpu)} ms Node, ${digits(quiet.postgresCpu)} ms PostgreSQL\n` +
      `memory a call: ${digits(megabytesACall)} MB resident, ${digits(heapMegabytesACall)} MB of it heap`,
  );
  return judge([
    { what: 'calls kept', value: quiet.open, least: CONVERSATIONS },
    { what: 'turns unanswered', value: quiet.unanswered, most: 0 },
    { what: 'added time p50, ms', value: percentile(quiet.added, 0.5), most: TARGETS.addedP50 },
    { what: 'added time p95, ms', value: percentile(quiet.added, 0.95), most: TARGETS.addedP95 },
    { what: 'the same with viewers, p50', value: percentile(watched.added, 0.5), most: TARGETS.addedP50 },
    { what: 'the same with viewers, p95', value: percentile(watched.added, 0.95), most: TARGETS.addedP95 },
    { what: 'viewers who were told', value: viewersTold, least: VIEWERS },
    { what: 'the same beside the list, p50', value: percentile(listing.added, 0.5), most: TARGETS.addedP50 },
    { what: 'the same beside the list, p95', value: percentile(listing.added, 0.95), most: TARGETS.addedP95 },
    { what: 'turns unanswered beside the list', value: listing.unanswered, most: 0 },
    { what: 'interruption to abort p95, ms', value: percentile(quiet.aborts, 0.95), most: TARGETS.abortP95 },
    { what: 'memory a call, MB', value: megabytesACall, most: TARGETS.megabytesACall },
    { what: 'list meanwhile to idle', value: meanwhile / idle, least: TARGETS.listThroughput },
  ]);
}

const answeredPerSecond = ({ requests, unavailable, seconds }: LoadResult): number =>
  (requests - unavailable) / seconds;

const digits = (value: number): string => value.toFixed(2);
