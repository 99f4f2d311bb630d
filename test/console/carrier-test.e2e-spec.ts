import { startSimulator } from '../../src/simulator/simulator.server.js';
import { startService } from '../support/service.js';
import { aVisitor } from '../support/visitor.js';

const ACCOUNT = `AC${'0'.repeat(32)}`;
const PAGE = '/settings/installation';

/** What the page says of a carrier at this address, with this token. */
async function saidOf(baseUrl: string, authToken: string): Promise<string> {
  const account = { accountSid: ACCOUNT, authToken, previousAuthToken: null, apiKey: null };
  const service = await startService({ carrier: { name: 'simulator', ...account, baseUrl } });
  try {
    const acme = await service.anOrganization('Acme');
    const owner = await aVisitor(service, acme.organizationId);
    expect((await owner.get(PAGE)).html).not.toContain('The carrier ');
    return (await owner.submit(PAGE, `${PAGE}/carrier-test`)).html;
  } finally {
    await service.stop();
  }
}

describe('the test of the carrier', () => {
  it('says what the carrier said: yes, no, or nothing', async () => {
    const simulator = await startSimulator({ accountSid: ACCOUNT, authToken: 'right', numbers: [] });
    const { url } = simulator;
    expect(await saidOf(url, 'right')).toContain('The installation’s carrier takes our requests');
    const refused = await saidOf(url, 'wrong-token');
    expect(refused).toContain('The carrier refuses the account or its credentials');
    expect(refused).not.toContain('wrong-token');
    await simulator.stop();
    expect(await saidOf(url, 'right')).toContain('The carrier cannot be reached');
  }, 60_000);
});
