import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from './pages-data.js';
import { type BenchDatabase, startDatabase } from './support/database.js';
import { megabytes, residentMemory } from './support/memory.js';
import { submitForm } from './support/form-visit.js';
import { anOrganization, createProduct } from './support/product.js';
import { judge, percentile, table } from './support/report.js';
import { type ServerProcess, startServer } from './support/server-process.js';

const PATH = '/settings/contact-imports';

/** The first one warms up; the last one is ten times the one before. */
const FILES = [2_000, 10_000, 100_000];
const ASKED_EVERY_MS = 20;
const POLL_MS = 20;

/** What must be reached: see bench/README.md. */
const TARGETS = { growth: 1.1, loopP99: 25, answerP99: 50 };

interface Measured {
  rows: number;
  seconds: number;
  /** Bytes: the most that was resident, and what is in use in the middle of it, right after a collection. */
  peak: number;
  heapUsed: number;
  /** Milliseconds; the event loop's from the middle on. */
  loopP99: number;
  answerP99: number;
}

/** Where files are imported, and by whom. */
interface Stage {
  database: BenchDatabase;
  product: ServerProcess;
  cookie: string;
  headers: Record<string, string>;
}

/** What an import costs everybody else: memory, the event loop's delay, and how fast a list is answered meanwhile. */
export async function benchImport(): Promise<boolean> {
  const database = await startDatabase();
  const { id, headers } = await anOrganization(database.url);
  const app = await createProduct({ databaseUrl: database.url });
  const cookie = await signIn(app, database.db, id);
  await app.close();
  const product = await startServer('product', { databaseUrl: database.url }, ['--expose-gc']);
  try {
    const measured: Measured[] = [];
    for (const rows of FILES) measured.push(await measure({ database, product, cookie, headers }, rows));
    return report(measured);
  } finally {
    await product.stop();
    await database.stop();
  }
}

async function measure(stage: Stage, rows: number): Promise<Measured> {
  const { product, headers } = stage;
  const state = { isDone: false };
  const importing = importFile(stage, rows).finally(() => (state.isDone = true));
  const answers: number[] = [];
  let peak = 0;
  while (!state.isDone) {
    const asked = performance.now();
    await (await fetch(`${product.url}/api/contacts?limit=20`, { headers })).arrayBuffer();
    answers.push(performance.now() - asked);
    peak = Math.max(peak, await residentMemory(product.pid));
    await wait(ASKED_EVERY_MS);
  }
  const { seconds, heapUsed } = await importing;
  const { loopP99 } = await product.ask<{ loopP99: number }>();
  return { rows, seconds, peak, heapUsed, loopP99, answerP99: percentile(answers, 0.99) };
}

/** @throws Error unless all of it is imported */
async function importFile(
  { database: { db }, product, cookie }: Stage,
  rows: number,
): Promise<Pick<Measured, 'seconds' | 'heapUsed'>> {
  const file = new File([contentOf(rows)], 'people.csv', { type: 'text/csv' });
  const began = performance.now();
  const path = await submitForm(product.url, cookie, PATH, file);
  await submitForm(product.url, cookie, path);
  const isDone = async (share: number): Promise<boolean> => {
    const [row] = await db.query(`SELECT done_count AS done, status FROM contact_imports WHERE id = $1`, [
      path.split('/').at(-1),
    ]);
    if (row.status === 'failed') throw new Error('The import failed.');
    return row.done >= rows * share && (share < 1 || row.status === 'completed');
  };
  while (!(await isDone(0.5))) await wait(POLL_MS);
  const { heapUsed } = await product.ask<{ heapUsed: number }>();
  while (!(await isDone(1))) await wait(POLL_MS);
  return { seconds: (performance.now() - began) / 1_000, heapUsed };
}

/** The people of a smaller file are known when a larger one comes. */
const contentOf = (rows: number): string =>
  [
    'Phone,First Name,Last Name,Email,Company,Tags,Plan',
    ...Array.from(
      { length: rows },
      (_, n) =>
        `+1312${2_000_000 + n},First ${n},Last ${n},person${n}@example.com,"Company, ${n % 500}",lead; ${n % 7},Pro`,
    ),
  ].join('\n');

function report(measured: Measured[]): boolean {
  const digits = (value: number): string => value.toFixed(1);
  console.log(
    table([
      ['rows', 'seconds', 'rows/s', 'peak resident MB', 'heap MB', 'event loop p99 ms', 'list p99 ms'],
      ...measured.map(({ rows, seconds, peak, heapUsed, loopP99, answerP99 }) => [
        String(rows),
        digits(seconds),
        digits(rows / seconds),
        megabytes(peak),
        megabytes(heapUsed),
        digits(loopP99),
        digits(answerP99),
      ]),
    ]),
  );
  const [, small, large] = measured as [Measured, Measured, Measured];
  return judge([
    { what: 'heap, 100,000 rows to 10,000', value: large.heapUsed / small.heapUsed, most: TARGETS.growth },
    { what: 'event loop delay p99, ms', value: large.loopP99, most: TARGETS.loopP99 },
    { what: 'list meanwhile p99, ms', value: large.answerP99, most: TARGETS.answerP99 },
  ]);
}
