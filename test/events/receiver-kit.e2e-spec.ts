import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { VERIFY_EXAMPLES } from '../../src/events/verify-examples.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, deliveriesOf } from './receiver.js';

let service: TestService;
let acme: Client;
let folder: string;
const receivers: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receiver-kit-'));
  service = await startService({ deliveryTimings: { schedule: [0, 3_600_000] } });
  acme = await service.anOrganization();
});
afterAll(async () => {
  for (const receiver of receivers) receiver.kill('SIGKILL');
  await service.stop();
  await rm(folder, { recursive: true });
});

/** The example in a language, to the letter. */
function documented(fence: string): string {
  const code = new RegExp(`\`\`\`${fence}\n(.*?)\`\`\``, 's');
  return code.exec(readFileSync('docs/events.md', 'utf8'))?.[1] ?? '';
}

interface Kit {
  language: string;
  /** What the documents mark its code with. */
  fence: string;
  /** What runs it. */
  tool: string;
  /** Makes it ready to run. @returns the command, with its arguments */
  ready(code: string): Promise<[string, ...string[]]>;
}

const KITS: readonly Kit[] = [
  {
    language: 'Node',
    fence: 'js',
    tool: process.execPath,
    ready: async (code) => [process.execPath, '--input-type=module', '--eval', code],
  },
  { language: 'Python', fence: 'python', tool: 'python3', ready: async (code) => ['python3', '-c', code] },
  {
    language: 'Go',
    fence: 'go',
    tool: 'go',
    ready: async (code) => {
      const [source, built] = [join(folder, 'main.go'), join(folder, 'receiver')];
      await writeFile(source, code);
      execFileSync('go', ['build', '-o', built, source], { cwd: folder, stdio: 'pipe' });
      return [built];
    },
  },
];

const isHere = (tool: string): boolean => spawnSync('sh', ['-c', 'command -v "$0"', tool]).status === 0;

async function aFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(socket.destroy().destroyed));
    socket.once('error', () => resolve(false));
  });

/** The documented receiver of an endpoint, running. @returns what it has said so far */
async function run(kit: Kit, port: number, secret: string): Promise<() => string> {
  const [command, ...parameters] = await kit.ready(documented(kit.fence));
  const receiver = spawn(command, parameters, {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  receivers.push(receiver);
  let said = '';
  receiver.stdout.on('data', (text: Buffer) => (said += text.toString()));
  receiver.stderr.on('data', (text: Buffer) => (said += text.toString()));
  await eventually(() => accepts(port), 30).catch(() => {
    throw new Error(`The receiver did not come up: ${said}`);
  });
  return () => said;
}

const BODY = JSON.stringify({ type: 'contact.created', id: 'e1', data: { name: 'Ada “the first” – ☎' } });
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1_000));
const fromNow = (offset: number): Date => new Date(Date.now() + offset * 1_000);

/** Headers of a request, signed as one that was sent then. */
const signed = (secret: string, at: Date): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': 'e1',
  'webhook-timestamp': seconds(at),
  'webhook-signature': new Webhook(secret).sign('e1', at, BODY),
});

const STRANGE = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Requests that nobody should believe. */
const FORGERIES: Record<string, (secret: string) => { headers: Record<string, string>; body?: string }> = {
  'another secret': () => ({ headers: signed(STRANGE, new Date()) }),
  'another body': (secret) => ({ headers: signed(secret, new Date()), body: `${BODY} ` }),
  'another id': (secret) => ({ headers: { ...signed(secret, new Date()), 'webhook-id': 'e2' } }),
  'another time': (secret) => ({
    headers: { ...signed(secret, new Date()), 'webhook-timestamp': seconds(fromNow(-60)) },
  }),
  'an old one': (secret) => ({ headers: signed(secret, fromNow(-600)) }),
  'one of the future': (secret) => ({ headers: signed(secret, fromNow(600)) }),
  'no time': (secret) => ({ headers: { ...signed(secret, new Date()), 'webhook-timestamp': 'now' } }),
  'no signature': () => ({ headers: { 'content-type': 'application/json' } }),
  'an empty signature': (secret) => ({
    headers: { ...signed(secret, new Date()), 'webhook-signature': 'v1,' },
  }),
};

async function post(port: number, headers: Record<string, string>, body = BODY): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}/voice`, { method: 'POST', headers, body });
  return status;
}

/** What each of them has to look at. */
const STEPS = ['whsec_', 'webhook-id', 'webhook-timestamp', 'webhook-signature', '300', 'v1,', '401', '204'];

async function believesWhatWasSent(kit: Kit): Promise<void> {
  const port = await aFreePort();
  const endpoint = await anEndpoint(acme, `http://127.0.0.1:${port}/voice`, { status: 'paused' });
  const said = await run(kit, port, endpoint.secret);

  const contact = await aChange(acme, { first_name: 'Ada “the first” – ☎' });
  await acme.patch(`/api/webhook-endpoints/${endpoint.id}`, { status: 'active' });
  const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered');
  expect(delivery).toMatchObject({ event_type: 'contact.created', last_status: 204, attempts: 1 });
  await eventually(async () => said().includes(`contact.created ${delivery.event_id}`));

  const now = signed(endpoint.secret, new Date());
  const both = `${new Webhook(STRANGE).sign('e1', new Date(), BODY)} ${now['webhook-signature']}`;
  expect(await post(port, now)).toBe(204);
  expect(await post(port, { ...now, 'webhook-signature': both })).toBe(204);
  for (const [name, forge] of Object.entries(FORGERIES)) {
    const { headers, body } = forge(endpoint.secret);
    expect([name, await post(port, headers, body)]).toEqual([name, 401]);
  }

  await acme.post(`/api/webhook-endpoints/${endpoint.id}/rotate-secret`, { overlap_seconds: 0 });
  await acme.patch(`/api/contacts/${contact.id}`, { first_name: 'Grace' });
  const [refused] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.last_error === 'bad_status');
  expect(refused).toMatchObject({ event_type: 'contact.updated', last_status: 401 });
  expect(said()).not.toContain('contact.updated');
  await acme.delete(`/api/webhook-endpoints/${endpoint.id}`);
}

describe('the documented receiver', () => {
  it.each(KITS)('in $language is the one that the pages show', ({ language, fence }) => {
    const shown = VERIFY_EXAMPLES.find((example) => example.language === language);
    expect(shown?.code).toBe(documented(fence));
  });

  for (const kit of KITS) {
    if (isHere(kit.tool)) {
      it(
        `in ${kit.language} believes what was sent to its endpoint, and nothing else`,
        () => believesWhatWasSent(kit),
        180_000,
      );
    } else {
      it(`in ${kit.language} takes every step (it is read, not run: there is no ${kit.tool} on this machine)`, () => {
        expect(STEPS.filter((step) => !documented(kit.fence).includes(step))).toEqual([]);
      });
    }
  }
});
