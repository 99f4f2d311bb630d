import type { Tx } from '../database/sql.client.js';
import { personRow } from './call-rows.js';
import { copyRows } from './copy-rows.client.js';
import { generateCalls, rowsOf, type CallRows, type Plan } from './generate-calls.js';
import type { Random } from './random.js';

/** Rows in memory at a time. */
const BATCH = 2_000;

const emptyBatch = (): CallRows => ({
  calls: [],
  call_details: [],
  call_notes: [],
  action_executions: [],
  do_not_call: [],
});

/** Stores the people and then, batch by batch, the calls. */
export async function loadCalls(tx: Tx, plan: Plan, random: Random): Promise<void> {
  const people = plan.people.map((person) => personRow(plan.organizationId, person));
  await copyRows(tx, 'contacts', people);
  let batch = emptyBatch();
  for (const generated of generateCalls(plan, random.fork('calls'))) {
    const rows = rowsOf(plan.organizationId, generated, random.fork('details'));
    for (const [table, more] of Object.entries(rows)) batch[table as keyof CallRows].push(...more);
    if (batch.calls.length >= BATCH) {
      await copyBatch(tx, batch);
      batch = emptyBatch();
    }
  }
  await copyBatch(tx, batch);
}

/** In the order of the keys: a call before what belongs to it. */
async function copyBatch(tx: Tx, batch: CallRows): Promise<void> {
  for (const [table, rows] of Object.entries(batch)) await copyRows(tx, table, rows);
}
