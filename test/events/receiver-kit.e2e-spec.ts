import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { VERIFY_EXAMPLES } from '../../src/events/verify-examples.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, deliveriesOf } from './receiver.js';

let service: TestService;
let acme: Client;
const receivers: ChildProcess[] = [];

beforeAll(async () => {
  service = await startService({ deliveryTimings: { schedule: [0, 3_600_000] } });
  acme = await service.anOrganization();
});
afterAll(async () => {
  for (const receiver of receivers) receiver.kill();
  await service.stop();
});

/** The example in a language, to the letter. */
function documented(language: string): string {
  const code = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's');
  return code.exec(readFileSync('docs/events.md', 'utf8'))?.[1] ?? '';
}

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

describe('the documented receiver', () => {
  it.each([
    ['Node', 'js'],
    ['Python', 'python'],
    ['Go', 'go'],
  ])('in %s is the one that the pages show', (language, fence) => {
    const shown = VERIFY_EXAMPLES.find((example) => example.language === language);
    expect(shown?.code).toBe(documented(fence));
  });

  it('in Node believes what was sent to its endpoint, and nothing else', async () => {
    const port = await aFreePort();
    const endpoint = await anEndpoint(acme, `http://127.0.0.1:${port}/voice`, { status: 'paused' });
    const receiver = spawn(process.execPath, ['--input-type=module', '--eval', documented('js')], {
      env: { ...process.env, WEBHOOK_SECRET: endpoint.secret, PORT: String(port) },
    });
    receivers.push(receiver);
    let said = '';
    receiver.stdout.on('data', (text: Buffer) => (said += text.toString()));
    await eventually(() => accepts(port));

    const contact = await aChange(acme, { first_name: 'Ada “the first” – ☎' });
    await acme.patch(`/api/webhook-endpoints/${endpoint.id}`, { status: 'active' });
    const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered');
    expect(delivery).toMatchObject({ event_type: 'contact.created', last_status: 204, attempts: 1 });
    await eventually(async () => said.includes(`contact.created ${delivery.event_id}`));

    await acme.post(`/api/webhook-endpoints/${endpoint.id}/rotate-secret`, { overlap_seconds: 0 });
    await acme.patch(`/api/contacts/${contact.id}`, { first_name: 'Grace' });
    const [refused] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.last_error === 'bad_status');
    expect(refused).toMatchObject({ event_type: 'contact.updated', last_status: 401 });
    expect(said).not.toContain('contact.updated');
  }, 30_000);
});
