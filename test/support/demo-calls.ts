import { hireCast } from '../../src/demo/hire-cast.command.js';
import { loadCalls } from '../../src/demo/load-calls.client.js';
import { demoPerson } from '../../src/demo/people.js';
import { Random } from '../../src/demo/random.js';
import { Transactions } from '../../src/database/transactions.service.js';
import type { TestService } from './service.js';

const NOW = new Date('2026-03-10T15:00:00Z');

/** Fills an organization with agents, people and calls as the demo makes them; the same at every run. */
export async function someDemoCalls(
  service: TestService,
  organizationId: string,
  calls: number,
): Promise<void> {
  const random = new Random('pages');
  const people = Array.from({ length: 40 }, (_, index) =>
    demoPerson(index, NOW, random.fork(`person ${index}`)),
  );
  // As the demo itself: COPY has its connection to itself, which the service's share.
  await new Transactions(service.db).run(async (tx) => {
    const cast = await hireCast(service.app, tx, organizationId, { now: NOW, random });
    await loadCalls(tx, { organizationId, calls, now: NOW, cast, people }, random);
  });
}
