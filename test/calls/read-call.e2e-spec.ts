import { v7 } from 'uuid';
import { Calls } from '../../src/calls/calls.service.js';
import { Transactions } from '../../src/database/transactions.service.js';
import type { Client } from '../support/client.js';
import { aCall, aCampaign, aContact, anAgent, insert } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;
let org: string;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  org = acme.organizationId;
});
afterAll(() => service.stop());

const NAME = 'Ava "the\\voice" \u0001\n\t Ö 😀 </script>';

describe('reading one call', () => {
  it('gives the 21 fields of the contract in their order, names as they are now', async () => {
    const agent = await anAgent(service, org, 'Before');
    const contact = await aContact(service, org, {
      first_name: 'Ada',
      last_name: 'King',
      email: 'ada@example.com',
    });
    const campaign = await aCampaign(service, org, 'Spring');
    const id = await aCall(service, org, {
      agent_id: agent,
      contact_id: contact,
      campaign_id: campaign,
      call_success: true,
      started_at: '2026-01-15T10:30:00.25Z',
      created_at: '2026-01-15T11:30:00.001+01:00',
    });
    await service.db.query('UPDATE agents SET name = $1 WHERE id = $2', [NAME, agent]);

    const answer = await acme.get(`/api/calls/${id}`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.text).toBe(
      JSON.stringify({
        id,
        agent_id: agent,
        agent_name: NAME,
        contact_id: contact,
        contact_first_name: 'Ada',
        contact_last_name: 'King',
        contact_email: 'ada@example.com',
        phone_number: '+13125550100',
        phone_number_called_from: '+13125550199',
        call_type: 'outbound',
        status: 'completed',
        call_success: true,
        went_to_voicemail: false,
        call_duration: 60,
        started_at: '2026-01-15T10:30:00.250Z',
        ended_at: '2026-01-15T10:31:05.000Z',
        ended_reason: 'customer-ended-call',
        recording_url: null,
        campaign_id: campaign,
        campaign_name: 'Spring',
        created_at: '2026-01-15T10:30:00.001Z',
      }),
    );
  });

  it('gives null for what is unknown, never leaves a field out', async () => {
    const id = await aCall(service, org, {
      call_type: 'inbound',
      status: 'ringing',
      phone_number: null,
      call_duration: null,
      ended_at: null,
      ended_reason: null,
    });

    const { body } = await acme.get(`/api/calls/${id}`);

    expect(Object.keys(body)).toHaveLength(21);
    expect(body).toMatchObject({
      contact_id: null,
      contact_first_name: null,
      contact_last_name: null,
      contact_email: null,
      phone_number: null,
      phone_number_called_from: null,
      call_success: null,
      call_duration: null,
      ended_at: null,
      ended_reason: null,
      recording_url: null,
      campaign_id: null,
      campaign_name: null,
    });
  });

  it('of an inbound call says that the customer placed it', async () => {
    const id = await aCall(service, org, { call_type: 'inbound' });
    const { body } = await acme.get(`/api/calls/${id}`);
    expect(body).toMatchObject({
      phone_number: '+13125550100',
      phone_number_called_from: '+13125550100',
    });
  });

  it('gives a recording the same unguessable address at every read, on this service', async () => {
    const id = await aCall(service, org, { recording_id: 'RE0123' });
    const other = await aCall(service, org, { recording_id: 'RE0123' });
    const url: string = (await acme.get(`/api/calls/${id}`)).body.recording_url;

    expect(url).toMatch(new RegExp(`^${service.url}/recordings/${org}/${id}/[\\w-]{43}$`));
    expect((await acme.get(`/api/calls/${id}`)).body.recording_url).toBe(url);
    const otherUrl: string = (await acme.get(`/api/calls/${other}`)).body.recording_url;
    expect(otherUrl.slice(-43)).not.toBe(url.slice(-43));
  });

  it.each([
    ['a call that does not exist', v7()],
    ['an id that is none', 'latest'],
    ['SQL for an id', "1' OR '1'='1"],
    ['an id with something behind it', `${v7()}x`],
  ])('%s is not found', async (_, id) => {
    expect(await acme.get(`/api/calls/${encodeURIComponent(id)}`)).toMatchObject({
      status: 404,
      body: { error: 'Call not found', code: 'call_not_found', status: 404, details: [] },
    });
  });

  it('a call of another organization is not told from a missing one', async () => {
    const globex = await service.anOrganization('Globex');
    const foreign = await globex.get(`/api/calls/${await aCall(service, org)}`);
    const missing = await globex.get(`/api/calls/${v7()}`);

    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
  });

  it('an id in capitals is the same id', async () => {
    const id = await aCall(service, org);
    expect((await acme.get(`/api/calls/${id.toUpperCase()}`)).body.id).toBe(id);
  });

  it('joins only rows of its own organization', async () => {
    const globex = await service.anOrganization('Globex');
    const shared = await anAgent(service, org, 'Ours');
    await insert(service, 'agents', {
      organization_id: globex.organizationId,
      id: shared,
      name: 'Theirs',
      config: {},
    });
    const id = await aCall(service, globex.organizationId, { agent_id: shared });
    expect((await globex.get(`/api/calls/${id}`)).body.agent_name).toBe('Theirs');
  });

  it.each([
    ['fields', 'fields=everything', 'Invalid fields parameter'],
    ['fields in capitals', 'fields=FULL', 'Invalid fields parameter'],
    ['no fields', 'fields=', 'Invalid fields parameter'],
    ['an include group', 'include=secrets', 'Invalid include parameter'],
    ['one include group of two', 'include=transcript,secrets', 'Invalid include parameter'],
    ['include twice', 'include=transcript&include=metrics', 'Invalid include parameter'],
    ['a parameter', 'field=full', 'Unknown parameter field'],
    ['a parameter of the list', 'limit=1', 'Unknown parameter limit'],
  ])('an unknown %s is refused before the call is looked for', async (_, query, error) => {
    expect(await acme.get(`/api/calls/${v7()}?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  it('needs the scope to read calls', async () => {
    const narrow = await service.anOrganization('Narrow');
    await service.db.query(`UPDATE api_keys SET scopes = '{agents:read}' WHERE organization_id = $1`, [
      narrow.organizationId,
    ]);
    const id = await aCall(service, narrow.organizationId);
    for (const path of [`/api/calls/${id}`, '/api/calls'])
      expect(await narrow.get(path)).toMatchObject({ status: 403, body: { error: 'Insufficient scope' } });
  });

  it('is exactly what the events of a transaction carry', async () => {
    const id = await aCall(service, org, {
      agent_id: await anAgent(service, org, NAME),
      recording_id: 'RE1',
    });
    const calls = service.app.get(Calls);

    const data = await service.app.get(Transactions).run(async (tx) => {
      await tx.query(`UPDATE calls SET status = 'failed' WHERE organization_id = $1 AND id = $2`, [org, id]);
      return calls.payload(tx, org, id);
    });

    expect(data.status).toBe('failed');
    expect(JSON.stringify(data)).toBe((await acme.get(`/api/calls/${id}`)).text);
  });
});

describe('a call that has not changed', () => {
  it.each([
    ['read again', ''],
    ['read in full', '?fields=full&include=diagnostics'],
  ])('is not sent again when %s', async (_, query) => {
    const path = `/api/calls/${await aCall(service, org)}${query}`;
    const first = await acme.get(path);
    const tag = first.headers.get('etag') ?? '';

    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    for (const seen of [tag, `"other", ${tag}`, '*', tag.slice(2)]) {
      const again = await acme.get(path, { 'if-none-match': seen, 'cache-control': 'no-cache' });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(tag);
    }
    expect((await acme.get(path, { 'if-none-match': '"other"' })).text).toBe(first.text);
  });

  it('has a new tag once it changes', async () => {
    const id = await aCall(service, org);
    const before = (await acme.get(`/api/calls/${id}`)).headers.get('etag') ?? '';
    await service.db.query(`UPDATE calls SET call_success = true WHERE id = $1`, [id]);
    const after = await acme.get(`/api/calls/${id}`, { 'if-none-match': before });
    expect(after).toMatchObject({ status: 200, body: { call_success: true } });
  });

  it('answers a HEAD with the headers of the GET and no body', async () => {
    const path = `/api/calls/${await aCall(service, org)}`;
    const get = await acme.get(path);
    const head = await acme.send('HEAD', path, undefined, {});
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text));
  });
});
