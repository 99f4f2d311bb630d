import type { Client } from '../support/client.js';
import { PLAIN_RULES } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const AGENT = { name: 'Ava', status: 'active', greeting: 'Hi.', voice: null, ring_timeout_seconds: 30 };
const NUMBER = { number: '+13125550100', label: 'Main', agent_id: null, is_default: true };
const CONTACT = {
  phone: '+13125550101',
  first_name: 'Ada',
  company: null,
  tags: ['vip', 'uk'],
  variables: { plan: 'gold', seats: { used: 3, of: [5, 10] } },
  do_not_call: false,
};
const MAPPING = { name: 'Form', ...PLAIN_RULES, static_tags: ['lead'], on_duplicate: 'overwrite' };

const { number: _, ...NUMBER_CHANGE } = NUMBER;

/** What a change could leave behind beside its row. */
async function traces(): Promise<unknown> {
  const [counts] = await service.db.query(
    `SELECT (SELECT count(*) FROM agent_versions)::int AS versions, (SELECT count(*) FROM events)::int AS events,
            (SELECT count(*) FROM audit_log)::int AS audited`,
  );
  return counts;
}

describe('a change that says what is so already', () => {
  it.each([
    ['agents', AGENT, AGENT],
    ['phone-numbers', NUMBER, NUMBER_CHANGE],
    ['contacts', CONTACT, CONTACT],
    ['webhook-mappings', MAPPING, MAPPING],
  ])('changes nothing of %s: the same body, the same entity tag, no trace', async (resource, made, same) => {
    const { body } = await acme.post(`/api/${resource}`, made);
    const path = `/api/${resource}/${body.id}`;
    const read = await acme.get(path);
    const before = await traces();

    for (const change of [{}, same]) {
      const answer = await acme.patch(path, change, { 'if-match': read.headers.get('etag') ?? '' });
      expect(answer).toMatchObject({ status: 200, text: read.text });
      expect(answer.headers.get('etag')).toBe(read.headers.get('etag'));
    }
    expect((await acme.get(path)).text).toBe(read.text);
    expect(await traces()).toEqual(before);
  });
});
