import { PAGES, type PageIds } from './page-list.js';
import { aLargeOrganization, idsOf, importFiles, postLeads } from './pages-data.js';
import { startDatabase } from './support/database.js';
import { PageVisit } from './support/page-visit.js';
import { createProduct } from './support/product.js';
import { judge, percentile, table } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';
import { startServer } from './support/server-process.js';

const REQUESTS = 200;
const WARM_UP = 50;

/** What must be reached on every page: see bench/README.md. */
const TARGETS = { p95: 30, kilobytes: 100 };

interface Measured {
  name: string;
  p50: number;
  p95: number;
  kilobytes: number;
}

/** How long the pages take to be made, one request after the other, and what a browser gets the first time. */
export async function benchPages({ calls, only }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  try {
    const began = performance.now();
    const app = await createProduct({ databaseUrl: database.url });
    const organization = await aLargeOrganization(app, database.db, calls);
    await app.close();
    console.log(
      `${calls.toLocaleString('en')} calls loaded in ${Math.round((performance.now() - began) / 1_000)} s\n`,
    );
    const server = await startServer('product', { databaseUrl: database.url });
    try {
      await postLeads(server.url, organization);
      await importFiles(server.url, database.db, organization);
      const ids = await idsOf(database.db, organization.id);
      return report(await visitAll(server.url, organization.cookie, ids, only));
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}

async function visitAll(url: string, cookie: string, ids: PageIds, only: string): Promise<Measured[]> {
  const visit = new PageVisit(url, cookie);
  const measured: Measured[] = [];
  for (const [name, pathOf] of Object.entries(PAGES).filter(([page]) => page.startsWith(only)))
    measured.push({ name, ...(await measure(visit, pathOf(ids))) });
  visit.close();
  return measured;
}

/** @throws Error unless every answer is the page */
async function measure(visit: PageVisit, path: string): Promise<Omit<Measured, 'name'>> {
  const times: number[] = [];
  for (let request = -WARM_UP; request < REQUESTS; request++) {
    const { status, milliseconds } = await visit.open(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    if (request >= 0) times.push(milliseconds);
  }
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    kilobytes: (await visit.firstLoad(path)) / 1_000,
  };
}

function report(measured: Measured[]): boolean {
  const rows = measured.map(({ name, p50, p95, kilobytes }) => [
    name,
    p50.toFixed(1),
    p95.toFixed(1),
    kilobytes.toFixed(0),
  ]);
  console.log(table([['page', 'p50 ms', 'p95 ms', 'first load, kB'], ...rows]));
  return judge([
    { what: 'slowest p95, ms', value: Math.max(...measured.map(({ p95 }) => p95)), most: TARGETS.p95 },
    {
      what: 'largest first load, kB',
      value: Math.max(...measured.map(({ kilobytes }) => kilobytes)),
      most: TARGETS.kilobytes,
    },
  ]);
}
