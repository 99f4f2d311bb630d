import { ledgersAfterKills } from '../test/events/kills.js';
import { discrepancies } from '../test/events/ledgers.js';
import { judge } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';

/** Whether everything arrives that was committed, however often the service and its database are killed. */
export async function benchEventsCrash({ rounds }: BenchOptions): Promise<boolean> {
  const ledgers = await ledgersAfterKills(rounds, (strike) =>
    process.stderr.write(
      `${Math.round(performance.now() / 1000)} s: killed ${strike + 1} of ${rounds} times\n`,
    ),
  );
  const { acknowledged, changes, events, dialled, received } = ledgers;
  const byType = [...Map.groupBy(events, ({ type }) => type)].map(([type, its]) => `${type} ${its.length}`);
  const wrong = discrepancies(ledgers);
  console.log(
    `${rounds} kills; ${acknowledged.length} requests acknowledged, ${changes.length} changes committed, ` +
      `${dialled.length} calls dialled; ${events.length} events (${byType.join(', ')}); ` +
      `${received.length} requests received, ${received.length - events.length} of them repeated`,
  );
  for (const line of wrong) console.log(line);
  return judge([{ what: 'discrepancies between the ledgers', value: wrong.length, most: 0 }]);
}
