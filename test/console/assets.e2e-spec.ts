import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { readAssets } from '../../src/common/assets.adapter.js';
import { aMapping } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { Visitor } from '../support/visitor.js';

const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASKED_AGAIN = 'public, no-cache';
const ANOTHER_VERSION = '/assets/0123456789ab';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const fetched = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(service.url + path, { headers, method, redirect: 'manual' });

const cachingOf = ({ headers }: Response) => headers.get('cache-control');

/** What a page loads. */
async function loadedBy(path: string): Promise<string[]> {
  const { html } = await new Visitor(service.url).get(path);
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address);
}

describe('what pages load', () => {
  it('stands at an address that is good for a year, as it changes with the content', async () => {
    const addresses = await loadedBy('/settings/sign-in');
    expect(addresses.map((address) => address.replace(/^\/assets\/[0-9a-f]{12}\//, ''))).toEqual(
      expect.arrayContaining(['app.css', 'app.js', 'icon.svg']),
    );
    for (const address of addresses) {
      const answer = await fetched(address);
      expect([address, answer.status, cachingOf(answer)]).toEqual([address, 200, FOR_GOOD]);
    }
  });

  it('is called otherwise as soon as a byte, a name or a file is another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assets-'));
    const versions: string[] = [];
    const look = () => versions.push(readAssets(folder).version);
    try {
      await writeFile(join(folder, 'a.css'), 'a{}');
      look();
      await mkdir(join(folder, 'drafts'));
      look();
      await writeFile(join(folder, 'a.css'), 'b{}');
      look();
      await writeFile(join(folder, 'b.css'), 'b{}');
      look();
      await rm(join(folder, 'a.css'));
      look();
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(versions[1]).toBe(versions[0]);
    expect(new Set(versions).size).toBe(4);
    expect(versions.every((version) => /^[0-9a-f]{12}$/.test(version))).toBe(true);
  });

  it.each(['/assets', ANOTHER_VERSION])(
    'is given out below %s too, and asked about again each time',
    async (folder) => {
      const current = (await loadedBy('/settings/sign-in')).find((one) => one.endsWith('/app.css')) ?? '';
      const answer = await fetched(`${folder}/app.css`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
      expect(cachingOf(answer)).toBe(ASKED_AGAIN);
      expect(await answer.text()).toBe(await (await fetched(current)).text());
      const etag = answer.headers.get('etag') ?? '';
      // Not by fetch, which asks for the whole when it is given this header.
      const again = await request(`${service.url}${folder}/app.css`, {
        headers: { 'accept-encoding': 'gzip', 'if-none-match': etag },
      });
      expect([again.statusCode, await again.body.text()]).toEqual([304, '']);
    },
  );

  it('comes compressed to whoever can read that, and as it is to others', async () => {
    const compressed = await fetched('/assets/app.css', { 'accept-encoding': 'gzip' });
    const plain = await fetched('/assets/app.css', { 'accept-encoding': 'identity' });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const answer of [compressed, plain]) expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(compressed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    expect(await compressed.text()).toBe(await plain.text());
    const head = await fetched('/assets/app.css', { 'accept-encoding': 'gzip' }, 'HEAD');
    expect(head.headers.get('content-length')).toBe(compressed.headers.get('content-length'));
  });

  it.each([
    '/assets/nothing.css',
    `${ANOTHER_VERSION}/nothing.css`,
    '/assets/app.css/',
    '/assets/',
    '/assets/..%2fpackage.json',
    '/assets/some-folder/app.css',
  ])('is no more than that: %s is not found, and nobody remembers so', async (path) => {
    const answer = await fetched(path);
    expect(answer.status).toBe(404);
    expect(cachingOf(answer) ?? '').not.toContain('immutable');
  });

  it('is of one version in a browser, with what scripts and the stylesheet load themselves', async () => {
    const acme = await service.anOrganization();
    const { id } = await aMapping(acme);
    const walk = await PageWalk.begin(service, acme.organizationId);
    try {
      await walk.open(`/settings/webhook-mappings/${id}/log`);
      await walk.page.waitForLoadState('networkidle');
      const loaded = await walk.page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
      );
      const assets = loaded.filter((path) => path.startsWith('/assets/'));
      const names = assets.map((path) => path.split('/').at(-1));
      expect(names).toEqual(expect.arrayContaining(['app.css', 'app.js', 'intake-log.js', 'chevron.svg']));
      expect(new Set(assets.map((path) => path.split('/').at(-2))).size).toBe(1);
      expect(names).toEqual([...new Set(names)]);
    } finally {
      await walk.end();
    }
  }, 60_000);
});
