import { v7 } from 'uuid';
import type { Client } from '../support/client.js';
import { aCall, aCampaign, aContact, anAgent, insert } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;
let org: string;

/** The contract's tables, written out once more. */
const LIGHT =
  `id agent_id agent_name contact_id contact_first_name contact_last_name contact_email phone_number
  phone_number_called_from call_type status call_success went_to_voicemail call_duration started_at ended_at
  ended_reason recording_url campaign_id campaign_name created_at`.split(/\s+/);
const FULL = `transcript transcript_formatted post_call_analysis call_description custom_analysis
  structured_data_results notes action_executions action_summary quality_metrics enhanced_context`.split(
  /\s+/,
);
const GROUPS: Record<string, string[]> = {
  transcript: ['transcript', 'transcript_formatted'],
  metrics: ['quality_metrics', 'latency_metrics', 'audio_metrics'],
  diagnostics: ['turn_events', 'interruptions', 'tool_usage'],
  actions: ['action_executions', 'action_summary'],
};
const LISTS = new Set([
  'transcript_formatted',
  'notes',
  'action_executions',
  'turn_events',
  'interruptions',
  'tool_usage',
]);

/** Every set of include groups, the empty one too. */
const INCLUDES = Array.from({ length: 2 ** Object.keys(GROUPS).length }, (_, set) =>
  Object.keys(GROUPS).filter((_name, group) => set & (1 << group)),
);
const PAYLOADS = ['light', 'full'].flatMap((fields) =>
  INCLUDES.map((groups) => ({
    fields,
    include: groups.join(','),
    names: [
      ...new Set([
        ...LIGHT,
        ...(fields === 'full' ? FULL : []),
        ...groups.flatMap((group) => GROUPS[group] ?? []),
      ]),
    ],
  })),
);
const queryOf = ({ fields, include }: { fields: string; include: string }): string =>
  `fields=${fields}${include ? `&include=${include}` : ''}`;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  org = acme.organizationId;
});
afterAll(() => service.stop());

/** What a conversation leaves behind, in shapes of its own. */
const DETAILS = {
  variables: { plan: 'pro', nested: { a: [1, 2.5, 'x"\\'] } },
  metadata: { order: '42' },
  transcript: 'Agent: Hi "Ada"\\.\nCustomer: Ö 😀\u0007',
  transcript_formatted: [{ index: 0, turn: 1, speaker: 'agent', text: 'Hi', start_ms: 0, words: null }],
  post_call_analysis: { status: 'completed', summary: 'Good.', topics: [] },
  call_description: 'A short call.',
  custom_analysis: { polite: { result: 'success', value: true, type: 'boolean', rationale: '' } },
  structured_data_results: { order: { status: 'valid', result: { id: 7 }, errors: [] } },
  quality_metrics: { overall_score: 87.5, issues: [] },
  latency_metrics: { unit: 'ms', e2e: { p50: 812 } },
  audio_metrics: { codec: 'PCMU', rtt_ms: null },
  turn_events: [{ seq: 1, type: 'call.answered', at: '2026-01-15T10:30:05.000Z' }],
  interruptions: [{ id: 'i1', kind: 'barge-in' }],
  tool_usage: [{ tool_call_id: 't1', arguments: { q: 1 } }],
  answered_by: { result: 'human', method: 'amd', detected_at_ms: 900 },
  ended: { by: 'customer', category: 'normal', retryable: false },
  memory: { previous_calls: 2, brief: 'Wants blue.' },
  recording: { channels: 2, duration_ms: 60_000 },
};

async function aFullCall(): Promise<string> {
  const call = await aCall(service, org, {
    agent_id: await anAgent(service, org, 'Ava'),
    contact_id: await aContact(service, org, {
      phone: `+1312${String(Date.now()).slice(-7)}`,
      first_name: 'Ada',
      company: 'Acme',
      tags: '{lead,vip}',
    }),
    campaign_id: await aCampaign(service, org, 'Spring'),
    carrier_call_id: v7(),
    dialed_at: '2026-01-15T10:30:01.000Z',
    ringing_at: '2026-01-15T10:30:02.100Z',
    answered_at: '2026-01-15T10:30:05.000Z',
  });
  await insert(service, 'call_details', { organization_id: org, call_id: call, ...DETAILS });
  return call;
}

async function aNote(call: string, body: string, source: string): Promise<string> {
  const id = v7();
  await insert(service, 'call_notes', {
    organization_id: org,
    id,
    call_id: call,
    body,
    source,
    author: source === 'api' ? 'First key' : null,
    created_at: '2026-01-15T10:30:00.1Z',
  });
  return id;
}

async function anAction(call: string, action: Record<string, unknown>): Promise<string> {
  const id = v7();
  await insert(service, 'action_executions', {
    organization_id: org,
    id,
    call_id: call,
    name: 'notify',
    type: 'http_request',
    trigger: 'post_call',
    ...action,
  });
  return id;
}

describe('the payloads', () => {
  it.each(PAYLOADS)('$fields with include "$include" has exactly its fields, each once', async (payload) => {
    const id = await aCall(service, org);
    await insert(service, 'call_details', { organization_id: org, call_id: id, ...DETAILS });

    const read = await acme.get(`/api/calls/${id}?${queryOf(payload)}`);
    const listed = await acme.get(`/api/calls?limit=1&order_by=created_at&${queryOf(payload)}`);
    const newest = await acme.get(`/api/calls?most_recent=true&order_by=created_at&${queryOf(payload)}`);

    expect(Object.keys(read.body).toSorted()).toEqual(payload.names.toSorted());
    expect(Object.keys(read.body).slice(0, LIGHT.length)).toEqual(LIGHT);
    for (const name of payload.names.filter((field) => !LIGHT.includes(field)))
      expect(read.text.split(`"${name}":`)).toHaveLength(2);
    // As text: the same values in the same order, whichever way the call was found.
    expect(newest.text).toBe(read.text);
    expect(listed.text.startsWith(`{"data":[${read.text}],"pagination":`)).toBe(true);
  });

  it.each(PAYLOADS)(
    '$fields with include "$include" of a call nobody spoke in is null and empty lists',
    async (payload) => {
      const id = await aCall(service, org, { status: 'queued' });
      const { body } = await acme.get(`/api/calls/${id}?${queryOf(payload)}`);
      for (const name of payload.names.filter((field) => !LIGHT.includes(field))) {
        if (!['action_summary', 'enhanced_context'].includes(name))
          expect([name, body[name]]).toEqual([name, LISTS.has(name) ? [] : null]);
      }
    },
  );

  it('an include group named twice counts once, in any order', async () => {
    const id = await aCall(service, org);
    const once = await acme.get(`/api/calls/${id}?include=metrics,actions`);
    const twice = await acme.get(`/api/calls/${id}?include=actions,metrics,actions`);
    expect(twice.text).toBe(once.text);
  });

  it('full shows what was said, concluded and measured as it was stored', async () => {
    const id = await aFullCall();
    const { body } = await acme.get(`/api/calls/${id}?fields=full&include=metrics,diagnostics`);
    const {
      variables: _,
      metadata: _m,
      answered_by: _a,
      ended: _e,
      memory: _y,
      recording: _r,
      ...shown
    } = DETAILS;
    expect(body).toMatchObject(shown);
  });

  it('notes and actions come in the order they were made, in the shapes of the API', async () => {
    const id = await aCall(service, org);
    const note = await aNote(id, 'Ask for "Ada"\\\n', 'request');
    const second = await aNote(id, 'Called back', 'api');
    const action = await anAction(id, {
      status: 'failed',
      request: { url: 'https://example.com', body: { n: 1.5 } },
      error: 'timeout',
      turn: 3,
      offset_ms: -20,
      started_at: '2026-01-15T10:30:00Z',
      duration_ms: 250,
    });
    await anAction(id, { status: 'succeeded', type: 'add_tag' });
    await anAction(id, { status: 'running' });
    await aNote(await aCall(service, org), 'of another call', 'api');

    const { body } = await acme.get(`/api/calls/${id}?fields=full`);

    expect(body.notes).toEqual([
      {
        id: note,
        body: 'Ask for "Ada"\\\n',
        source: 'request',
        author: null,
        created_at: '2026-01-15T10:30:00.100Z',
      },
      {
        id: second,
        body: 'Called back',
        source: 'api',
        author: 'First key',
        created_at: '2026-01-15T10:30:00.100Z',
      },
    ]);
    expect(body.action_executions).toHaveLength(3);
    expect(body.action_executions[0]).toEqual({
      id: action,
      name: 'notify',
      type: 'http_request',
      trigger: 'post_call',
      status: 'failed',
      attempt: 1,
      request: { url: 'https://example.com', body: { n: 1.5 } },
      response: null,
      error: 'timeout',
      tool_call_id: null,
      turn: 3,
      offset_ms: -20,
      started_at: '2026-01-15T10:30:00.000Z',
      completed_at: null,
      duration_ms: 250,
    });
    expect(body.action_summary).toEqual({
      total: 3,
      succeeded: 1,
      failed: 1,
      pending: 1,
      skipped: 0,
      by_type: { http_request: 2, add_tag: 1 },
      first_error: 'timeout',
      text: '3 actions: 1 succeeded, 1 failed, 1 pending',
    });
  });

  it('a call without actions has a summary that says so', async () => {
    const { body } = await acme.get(`/api/calls/${await aCall(service, org)}?include=actions`);
    expect(body.action_summary).toMatchObject({
      total: 0,
      by_type: {},
      first_error: null,
      text: 'No actions',
    });
  });

  it('the context of a call tells who, what for, and how it went through the network', async () => {
    const id = await aFullCall();
    const { body } = await acme.get(`/api/calls/${id}?fields=full`);
    expect(body.enhanced_context).toEqual({
      agent: { id: body.agent_id, name: 'Ava', version: 1 },
      contact: {
        id: body.contact_id,
        first_name: 'Ada',
        last_name: null,
        email: null,
        phone: expect.any(String),
        company: 'Acme',
        country_code: null,
        timezone: null,
        crm_id: null,
        crm_source: null,
        tags: ['lead', 'vip'],
      },
      memory: { previous_calls: 2, last_call_id: null, last_call_at: null, brief: 'Wants blue.' },
      request: { variables: DETAILS.variables, metadata: { order: '42' } },
      campaign: { id: body.campaign_id, name: 'Spring' },
      telephony: {
        carrier: 'simulator',
        carrier_call_id: expect.any(String),
        called_number: '+13125550100',
        calling_number: '+13125550199',
      },
      timing: {
        created_at: body.created_at,
        dialed_at: '2026-01-15T10:30:01.000Z',
        ringing_at: '2026-01-15T10:30:02.100Z',
        answered_at: '2026-01-15T10:30:05.000Z',
        ring_ms: 2900,
      },
      answered_by: { result: 'human', method: 'amd', detected_at_ms: 900 },
      ended: {
        by: 'customer',
        category: 'normal',
        retryable: false,
        carrier_code: null,
        sip_code: null,
        message: null,
      },
      recording: { available: false, channels: 2, duration_ms: 60_000 },
    });
  });

  it('the context of an inbound call names our number as the one called, and no request', async () => {
    const id = await aCall(service, org, { call_type: 'inbound', phone_number: null });
    const { body } = await acme.get(`/api/calls/${id}?fields=full`);
    expect(body.enhanced_context).toMatchObject({
      contact: null,
      memory: null,
      request: null,
      campaign: null,
      telephony: { called_number: '+13125550199', calling_number: null },
      answered_by: null,
      ended: null,
    });
  });

  it('a page in full is read in one statement, whatever its size', async () => {
    const globex = await service.anOrganization('Globex');
    for (let count = 0; count < 5; count++) await aCall(service, globex.organizationId);
    const { body } = await globex.get(
      '/api/calls?fields=full&include=transcript,metrics,diagnostics,actions',
    );
    expect(body.data).toHaveLength(5);
    expect(body.data.every((call: object) => Object.keys(call).length === 37)).toBe(true);
  });
});
