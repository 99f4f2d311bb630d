import { v7 } from 'uuid';
import { EMPTY_ANALYSIS } from '../../src/calls/empty-analysis.js';
import { aLine, anAgentWith, NUMBERS, type Line } from '../calls/line.js';
import type { Client } from '../support/client.js';
import { someDemoCalls } from '../support/demo-calls.js';
import { PageWalk } from '../support/page-walk.js';
import { aCall, aContact, anAgent, insert, type Row } from '../support/records.js';
import { aVisitor, type Visitor } from '../support/visitor.js';

const CALLS = '/settings/calls';

const NO_TIMES = {
  overall_score: null,
  agent_talk_ms: null,
  customer_talk_ms: null,
  silence_ms: null,
  longest_silence_ms: null,
  talk_ratio: null,
  estimated: false,
};

const TALK = { agent_talk_ms: 90_000, customer_talk_ms: 47_300 };
const NO_AUDIO = { codec: null, inbound: null, outbound: null, rtt_ms: null, source: 'relay' };

let line: Line;
let owner: Awaited<ReturnType<typeof aVisitor>>;
let viewer: Visitor;
let org: string;

beforeAll(async () => {
  // A callback that a busy machine loses is asked for soon.
  line = await aLine({ pace: 0.05, timings: { recordingCheck: 2_000, watchRetry: 500 } });
  org = line.acme.organizationId;
  owner = await aVisitor(line.service, org);
  viewer = await aVisitor(line.service, org, 'viewer');
}, 60_000);
afterAll(() => line.stop());

/** An organization of its own, with its owner at a browser. */
async function another(): Promise<{ organizationId: string; client: Client; visitor: Visitor }> {
  const client = await line.service.anOrganization('Globex');
  const { organizationId } = client;
  return { organizationId, client, visitor: await aVisitor(line.service, organizationId) };
}

const idsIn = (html: string): string[] =>
  [...html.matchAll(/<a href="\/settings\/calls\/([0-9a-f-]{36})">/g)].map(([, id = '']) => id);

const linkIn = (html: string, rel: 'next' | 'prev'): string =>
  new RegExp(`rel="${rel}" href="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** What a browser loads for a page, over the wire. */
async function bytesOf(visitor: Visitor, path: string): Promise<number> {
  const { html } = await visitor.get(path);
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
  const sizes = assets.map(async (asset) => {
    const { headers } = await fetch(line.service.url + asset, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('content-encoding')).toBe('gzip');
    return Number(headers.get('content-length'));
  });
  const loaded = await Promise.all(sizes);
  return loaded.reduce((sum, size) => sum + size, Buffer.byteLength(html));
}

describe('the list of calls', () => {
  it('of an organization without any says what will be there', async () => {
    const { visitor } = await another();
    const { html } = await visitor.get(CALLS);
    expect(html).toContain('No calls yet');
    expect((await visitor.get(`${CALLS}?status=busy`)).html).toContain('No calls match');
  });

  it('turns its pages forth and back without missing or repeating a call, also among ties', async () => {
    const { organizationId, visitor } = await another();
    const agent_id = await anAgent(line.service, organizationId);
    const ids = Array.from({ length: 120 }, () => v7());
    for (const [index, id] of ids.entries()) {
      const started_at = new Date(Date.UTC(2026, 0, 15, 10) + Math.floor(index / 7) * 1_000);
      await aCall(line.service, organizationId, { id, agent_id, started_at });
    }
    const newestFirst = ids.toReversed();
    const first = await visitor.get(CALLS);
    expect(idsIn(first.html)).toEqual(newestFirst.slice(0, 50));
    expect(first.html).toContain('120 calls');
    expect(await bytesOf(visitor, CALLS)).toBeLessThan(100_000);
    expect(linkIn(first.html, 'prev')).toBe('');
    const second = await visitor.get(linkIn(first.html, 'next'));
    expect(idsIn(second.html)).toEqual(newestFirst.slice(50, 100));
    const third = await visitor.get(linkIn(second.html, 'next'));
    expect(idsIn(third.html)).toEqual(newestFirst.slice(100));
    expect(linkIn(third.html, 'next')).toBe('');
    const back = await visitor.get(linkIn(third.html, 'prev'));
    expect(idsIn(back.html)).toEqual(newestFirst.slice(50, 100));
    expect(idsIn((await visitor.get(linkIn(back.html, 'prev'))).html)).toEqual(newestFirst.slice(0, 50));
    expect((await visitor.get(`${CALLS}?older=nonsense`)).html).toContain('120 calls');
  });

  it('looks through so many calls at a time, says how far it came, and goes on when asked', async () => {
    const { organizationId, visitor } = await another();
    const agent_id = await anAgent(line.service, organizationId);
    await line.service.db.query(
      `INSERT INTO calls (organization_id, id, agent_id, agent_version, call_type, status, platform_number, carrier,
                          started_at)
       SELECT $1, gen_random_uuid(), $2, 1, 'outbound', 'completed', '+13125550199', 'simulator',
              timestamptz '2026-01-15 10:30:00Z' + number * interval '1 second'
         FROM generate_series(1, 10020) number`,
      [organizationId, agent_id],
    );
    const good = await aCall(line.service, organizationId, { agent_id, call_success: true });
    const all = await visitor.get(CALLS);
    expect(all.html).toContain('10,000+ calls');
    const first = await visitor.get(`${CALLS}?call_success=true`);
    expect(idsIn(first.html)).toEqual([]);
    expect(first.html).toContain('15 Jan 2026, 10:30 UTC');
    const second = await visitor.get(linkIn(first.html, 'next'));
    expect(idsIn(second.html)).toEqual([good]);
    const third = await visitor.get(linkIn(second.html, 'prev'));
    expect(third.html).toContain('Search older calls');
  });

  describe('is narrowed down', () => {
    let visitor: Visitor;
    let known: Record<'ava' | 'eva' | 'ada', string>;
    const made: Record<string, string> = {};

    beforeAll(async () => {
      const globex = await another();
      visitor = globex.visitor;
      const { service } = line;
      const ava = await anAgent(service, globex.organizationId, 'Ava');
      const eva = await anAgent(service, globex.organizationId, 'Eva <b>bold</b>');
      const ada = await aContact(service, globex.organizationId, {
        first_name: 'Ada <script>alert(1)</script>',
        phone: '+13125550142',
      });
      known = { ava, eva, ada };
      const rows: Record<string, Row> = {
        good: { agent_id: ava, contact_id: ada, phone_number: '+13125550142', call_success: true },
        bad: { agent_id: ava, call_success: false, started_at: '2026-01-16T00:00:00.000Z' },
        mailbox: { agent_id: eva, call_success: false, went_to_voicemail: true },
        busy: { agent_id: eva, status: 'busy', call_success: false },
        ringing: { agent_id: eva, status: 'ringing', ended_at: null, started_at: '2026-01-14T00:00:00.000Z' },
        inbound: {
          agent_id: eva,
          call_type: 'inbound',
          phone_number: null,
          started_at: '2026-01-17T23:59:59.999Z',
        },
      };
      for (const [name, row] of Object.entries(rows))
        made[name] = await aCall(service, globex.organizationId, row);
    });

    it.each([
      ['by status', () => 'status=busy', ['busy'], 'Busy'],
      ['by being live', () => 'status=live', ['ringing'], 'Live'],
      ['by direction', () => 'call_type=inbound', ['inbound'], 'Inbound'],
      ['by agent', () => `agent_id=${known.ava}`, ['good', 'bad'], 'Ava'],
      ['by result', () => 'call_success=true', ['good'], 'Successful'],
      ['by voicemail', () => 'went_to_voicemail=true', ['mailbox'], 'Reached voicemail'],
      ['by number, as people write it', () => 'phone_number=(312) 555-0142', ['good'], '+1 312 555 0142'],
      ['by contact', () => `contact_id=${known.ada}`, ['good'], 'Ada &lt;script>alert(1)&lt;/script>'],
      [
        'by days, both included',
        () => 'from=2026-01-16&to=2026-01-17',
        ['bad', 'inbound'],
        '16 Jan 2026 (UTC)',
      ],
      [
        'by days of a time zone',
        () => 'from=2026-01-15&to=2026-01-15&zone=America/New_York',
        ['good', 'bad', 'mailbox', 'busy'],
        '15 Jan 2026 (America/New_York)',
      ],
      ['by instants', () => 'from=2026-01-16T12:00:00Z', ['inbound'], '2026-01-16T12:00:00Z'],
      [
        'by all of it',
        () => `agent_id=${known.eva}&status=completed&call_type=outbound`,
        ['mailbox'],
        'Completed',
      ],
    ])('%s, and shows the filter as a chip that takes it off', async (_, query, names, word) => {
      const { html } = await visitor.get(`${CALLS}?${query()}`);
      expect(new Set(idsIn(html))).toEqual(new Set(names.map((name) => made[name])));
      const [, chip = ''] = /<ul class="chips"[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
      expect(chip).toContain(`<strong>${word}</strong>`);
      const without = /class="chip" href="([^"]*)"/.exec(chip)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect(idsIn((await visitor.get(without)).html).length).toBeGreaterThan(names.length);
    });

    it('by a number as people write it in the organization’s own country', async () => {
      const { organizationId, client, visitor: british } = await another();
      await line.service.db.query(`UPDATE organizations SET default_country = 'GB' WHERE id = $1`, [
        organizationId,
      ]);
      const agent_id = await anAgent(line.service, organizationId);
      const called = { agent_id, phone_number: '+442079460958' };
      const id = await aCall(line.service, organizationId, called);
      await aCall(line.service, organizationId, { agent_id, phone_number: '+13125550142' });
      const { html } = await british.get(`${CALLS}?phone_number=020 7946 0958`);
      expect(idsIn(html)).toEqual([id]);
      expect(html).toContain('<strong>+44 20 7946 0958</strong>');
      const refused = await british.get(`${CALLS}?phone_number=020 79`);
      expect(refused.status).toBe(422);
      expect(refused.html).toContain('too few digits for its country, United Kingdom (GB)');
      // By the API a number without a country code is one of the United States everywhere.
      expect((await client.get('/api/calls?phone_number=3125550142')).body.data).toHaveLength(1);
    });

    it('by something that is none is refused beside the field', async () => {
      const seen = await visitor.get(`${CALLS}?phone_number=nobody&status=busy`);
      expect(seen.status).toBe(422);
      expect(seen.html).toContain('id="phone_number-problem"');
      expect(seen.html).toContain('value="nobody"');
      expect(seen.html).toContain('No calls were looked for');
      expect(seen.html).toContain('A number is looked for whole');
      const { html } = await visitor.get(`${CALLS}?from=2026-02-01&to=2026-01-01`);
      expect(html).toContain('id="from-problem"');
      expect(html).not.toContain('A number is looked for whole');
    });
  });

  it('lets viewers look, but offers them no call', async () => {
    await aCall(line.service, org, { agent_id: line.agentId });
    const { html } = await viewer.get(CALLS);
    expect(html).toContain('Completed');
    expect(html).not.toContain('Start call');
  });
});

describe('a call that is started on a page', () => {
  const START = `${CALLS}/new`;

  it('starts once, however often the form is sent', async () => {
    const filled = {
      ...(await owner.hiddenOf(START, CALLS)),
      agent_id: line.agentId,
      phone_number: '(312) 555-0101',
      notes: 'From <b>the</b> page',
      variable_name: ['plan', ''],
      variable_value: ['<i>Pro</i>', ''],
    };
    const answers = await Promise.all([owner.post(CALLS, filled), owner.post(CALLS, filled)]);
    const [one, other] = answers.map(({ location }) => location);
    expect(one).toMatch(/^\/settings\/calls\/[0-9a-f-]{36}$/);
    expect(other).toBe(one);
    const id = one?.split('/').at(-1) ?? '';
    await line.over(id);
    expect(line.dials(id)).toHaveLength(1);
    const { html } = await owner.get(one ?? '');
    expect(html).toContain('The line was busy.');
    expect(html).toContain('From &lt;b>the&lt;/b> page');
    expect(html).toMatch(/plan: <\/span><code class="string">&quot;&lt;i>Pro/);
  });

  it('says before it starts which number calls, or what is missing', async () => {
    const { organizationId, client, visitor } = await another();
    expect((await visitor.get(START)).html).toContain('No active agent');
    const { body: ava } = await client.post('/api/agents', { name: 'Ava <b>one</b>' });
    expect((await visitor.get(START)).html).toContain('No number to call from');
    const number = { number: '+13125550190', label: 'Main <i>line</i>' };
    await client.post('/api/phone-numbers', number);
    const told = 'Calls from +1 312 555 0190 (Main &lt;i>line&lt;/i>), the default number.';
    expect((await visitor.get(START)).html).toContain(told);
    const test = `/settings/agents/${ava.id as string}/test`;
    expect((await visitor.get(test)).html).toContain('(Main &lt;i>line&lt;/i>), the default number.');
    for (const last of [1, 2])
      await client.post('/api/phone-numbers', { number: `+1312555019${last}`, agent_id: ava.id as string });
    expect((await visitor.get(START)).html).toContain('+1 312 555 0191, the first added of its 2 numbers.');
    expect((await visitor.get(test)).html).toContain('the first added of its 2 numbers.');
    await anAgent(line.service, organizationId, 'Eva');
    const { html } = await visitor.get(START);
    expect(html).toContain('>Ava &lt;b>one&lt;/b> · +1 312 555 0191</option>');
    expect(html).toContain('>Eva · +1 312 555 0190 (Main &lt;i>line&lt;/i>)</option>');
    expect(html).toContain('Each calls from the number beside its name');
  });

  it('says so where none of the agents that are shown can call, though another can', async () => {
    const { organizationId, client, visitor } = await another();
    await anAgent(line.service, organizationId, 'Eva');
    const find = async (search: string): Promise<string> => {
      const hidden = await visitor.hiddenOf('/settings', '/settings/first-steps/dismiss');
      return (await visitor.post(CALLS, { ...hidden, find: 'agents', agent_search: search })).html;
    };
    expect(await find('Eva')).toContain('No number to call from');
    const { body: ava } = await client.post('/api/agents', { name: 'Ava' });
    const number = { number: '+13125550190', agent_id: ava.id as string, is_default: false };
    await client.post('/api/phone-numbers', number);
    const eva = await find('Eva');
    expect(eva).toContain('It has no number to call from.');
    expect(eva).not.toContain('No number to call from');
    expect(await find('Ava')).toContain('Calls from +1 312 555 0190, its own number.');
    await client.patch(`/api/agents/${ava.id as string}`, { status: 'inactive' });
    expect(await find('Eva')).toContain('No number to call from');
  });

  beforeAll(() =>
    insert(line.service, 'do_not_call', {
      organization_id: org,
      number: '+13125550177',
      source: 'api',
    }),
  );

  it.each([
    ['a number that is none', { phone_number: '555' }, 'phone_number', 'must be +1'],
    [
      'a number on the do-not-call list',
      { phone_number: '+13125550177' },
      'phone_number',
      'do-not-call list',
    ],
    [
      'a variable without a name',
      { variable_name: ['plan', ''], variable_value: ['Pro', '<i>kept</i>'] },
      'variables',
      'row 2 needs a name',
    ],
    ['an agent that is gone', { agent_id: v7() }, 'agent_id', 'does not exist any more'],
  ])('is refused for %s beside the field, with what was typed', async (_, fields, field, text) => {
    const given = { agent_id: line.agentId, phone_number: '+13125550150', notes: '<i>kept</i>', ...fields };
    const seen = await owner.submit(START, CALLS, given);
    expect(seen.status).toBe(422);
    expect(seen.html).toMatch(new RegExp(`id="${field}-problem">[^<]*${text.replace('+', '\\+')}`, 'i'));
    expect(seen.html).toContain('&lt;i>kept&lt;/i>');
  });
});

describe('the page of a call', () => {
  it('shows names, words, data and notes as text, whatever markup is in them', async () => {
    const bad = '<script>alert(1)</script>';
    const contact_id = await aContact(line.service, org, { first_name: bad });
    const id = await aCall(line.service, org, { agent_id: line.agentId, contact_id });
    await insert(line.service, 'call_details', {
      organization_id: org,
      call_id: id,
      transcript_formatted: [
        {
          index: 0,
          turn: 1,
          speaker: 'agent',
          speaker_label: 'Agent',
          text: bad,
          text_unspoken: bad,
          start_ms: 0,
          end_ms: 900,
          tool_call_ids: [],
        },
      ],
      structured_data_results: {
        [bad]: { schema_version: 1, status: 'invalid', result: { [bad]: bad }, errors: [{ message: bad }] },
      },
      tool_usage: [
        {
          tool_call_id: '1',
          name: bad,
          source: 'http',
          arguments: bad,
          result: bad,
          status: 'failed',
          error: bad,
          offset_ms: 10,
          latency_ms: 1,
        },
      ],
    });
    await line.acme.post(`/api/calls/${id}/notes`, { body: bad });
    const { html } = await owner.get(`${CALLS}/${id}`);
    expect(html).not.toContain(bad);
    expect(html.split('&lt;script>alert(1)&lt;/script>').length).toBeGreaterThan(10);
  });

  it('says who called whom from left to right, whichever way their names are written', async () => {
    const agent_id = await anAgent(line.service, org, 'ليلى');
    const contact_id = await aContact(line.service, org, { first_name: 'عمر', last_name: 'حداد' });
    const called = { agent_id, contact_id };
    const titleOf = async (call: Row): Promise<string> => {
      const { html } = await owner.get(`${CALLS}/${await aCall(line.service, org, call)}`);
      return /<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? '';
    };
    const [agent, customer] = ['\u2068ليلى\u2069', '\u2068عمر حداد\u2069'];
    expect(await titleOf(called)).toBe(`<bdi dir="ltr">${agent} called ${customer}</bdi>`);
    expect(await titleOf({ ...called, call_type: 'inbound' })).toBe(
      `<bdi dir="ltr">${customer} called ${agent}</bdi>`,
    );
    expect(await titleOf({ agent_id, call_type: 'inbound', phone_number: null })).toBe(
      `<bdi dir="ltr">\u2068A withheld number\u2069 called ${agent}</bdi>`,
    );
  });

  it('takes a note once, and refuses an empty one beside its field', async () => {
    const id = await aCall(line.service, org, { agent_id: line.agentId });
    const [path, action] = [`${CALLS}/${id}`, `${CALLS}/${id}/notes`];
    const filled = { ...(await owner.hiddenOf(path, action)), body: 'Wants <b>more</b>' };
    await Promise.all([owner.post(action, filled), owner.post(action, filled)]);
    const { html } = await owner.get(path);
    expect(html.split('Wants &lt;b>more&lt;/b>')).toHaveLength(2);
    const refused = await owner.submit(path, action, { body: ' ' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('id="body-problem"');
  });

  it('counts as interruptions only what its timeline shows as such', async () => {
    const id = await aCall(line.service, org, { agent_id: line.agentId });
    const quality = {
      issues: ['slow-answer', 'long-silence'],
      turn_count: 4,
      tool_calls: 0,
      tool_failures: 0,
      llm_tokens: null,
    };
    const counts = { customer_interruptions: 6, false_interruptions: 2, agent_interruptions: 1 };
    await insert(line.service, 'call_details', {
      organization_id: org,
      call_id: id,
      quality_metrics: { ...NO_TIMES, ...TALK, ...quality, ...counts, interruption_count: 7 },
      audio_metrics: { ...NO_AUDIO, words_per_minute: 3_904 },
    });
    const { html } = await owner.get(`${CALLS}/${id}`);
    expect(html).toContain('<dt>Interruptions</dt><dd>4</dd>');
    expect(html).toContain('<dt>Spoke along</dt><dd>3</dd>');
    expect(html).toContain('What lowered the score: slow answers, a long silence, 4 interruptions.');
    expect(html).toContain('<dt>Agent spoke</dt><dd>1:30</dd>');
    expect(html).toContain('<dt>Customer spoke</dt><dd>0:47</dd>');
    expect(html).toContain('The agent spoke 3,904 words a minute');
  });

  it('tells what was said apart from what it says of that, and earlier calls one by one', async () => {
    const id = await aCall(line.service, org, { agent_id: line.agentId });
    const said = { index: 0, turn: 1, speaker: 'agent', speaker_label: 'Agent', text: 'We open' };
    const broken = { customer_text: 'Wait', agent_text_unspoken: 'at nine.', agent_text_spoken: 'We open' };
    await insert(line.service, 'call_details', {
      organization_id: org,
      call_id: id,
      transcript_formatted: [
        { ...said, text_unspoken: 'at nine.', start_ms: 0, end_ms: 900, tool_call_ids: [] },
      ],
      interruptions: [{ turn: 1, by: 'customer', kind: 'barge-in', offset_ms: 900, ...broken }],
      memory: {
        previous_calls: 2,
        last_call_id: null,
        last_call_at: null,
        brief: '2026-01-15, we called: one\n2026-01-14, they called: <b>two',
      },
    });
    const { html } = await owner.get(`${CALLS}/${id}`);
    expect(html).toContain('<title>Agent · 0:00 – 0:00\n“We open”\nNot said: “at nine.”</title>');
    expect(html).toContain('<title>The customer broke in · 0:00\n“Wait”\nNot said: “at nine.”</title>');
    expect(html).toContain('The customer broke in: “Wait” Not said: “at nine.”');
    expect(html).toContain('<li>2026-01-15, we called: one</li><li>2026-01-14, they called: &lt;b>two</li>');
  });

  it('of a call that waits says since when, and not that it has started', async () => {
    const waiting = { ended_at: null, ended_reason: null, call_duration: null, status: 'queued' };
    const id = await aCall(line.service, org, { agent_id: line.agentId, ...waiting });
    const { html } = await owner.get(`${CALLS}/${id}`);
    expect(html).toContain('<dt>Queued</dt>');
    expect(html).not.toContain('<dt>Started</dt>');
    await line.service.db.query(`DELETE FROM calls WHERE id = $1`, [id]);
  });

  it('says who ended a call only if it had begun', async () => {
    const unanswered = await line.call(NUMBERS.noAnswer);
    await line.over(unanswered);
    expect((await owner.get(`${CALLS}/${unanswered}`)).html).not.toContain('by the customer');
    const answered = await line.call(NUMBERS.cooperative);
    await line.over(answered);
    expect((await owner.get(`${CALLS}/${answered}`)).html).toMatch(/by (the (customer|agent)|hand)/);
  });

  it('of an erased contact says so, and nothing else of it', async () => {
    const id = await line.call(NUMBERS.busy);
    const { contact_id: contact } = await line.over(id);
    await line.acme.delete(`/api/contacts/${contact as string}?erase=true`);
    const { html } = await owner.get(`${CALLS}/${id}`);
    expect(html).toContain('was erased');
    expect(html).toContain('<dt>To</dt><dd><span class="none">Erased</span></dd>');
    expect(html).not.toContain('555 0101');
    expect((await owner.get(CALLS)).html).toContain('Erased contact');
  });

  it('ends a call that is going on, after asking, and takes a second wish for the same', async () => {
    line.simulator.setKnobs({ script: { value: [{ silence: 600 }], times: 1 } });
    const id = await line.call(NUMBERS.cooperative);
    await line.until(id, 'in-progress');
    const [path, action] = [`${CALLS}/${id}`, `${CALLS}/${id}/end`];
    expect((await owner.get(path)).html).toContain('End call');
    expect((await viewer.get(path)).html).not.toContain('End call');
    const hidden = await owner.hiddenOf(action, action);
    expect((await owner.post(action, hidden)).location).toBe(path);
    expect((await line.over(id))['ended_reason']).toBe('manually-ended');
    expect((await owner.submit(action, action)).location ?? path).toBe(path);
    expect((await owner.get(action)).location).toBe(path);
  });

  it('says who is ending it, and who did: the person or key that asked first, also in the audit log', async () => {
    const live = { agent_id: line.agentId, ended_at: null, ended_reason: null, call_duration: null };
    const byKey = await aCall(line.service, org, { ...live, status: 'queued' });
    await insert(line.service, 'call_details', { organization_id: org, call_id: byKey });
    expect((await line.acme.post(`/api/calls/${byKey}/end`, {})).status).toBe(202);
    expect((await owner.get(`${CALLS}/${byKey}`)).html).toMatch(/Cancelled by API key “[^”]+”\./);

    const byPerson = await aCall(line.service, org, { ...live, status: 'in-progress' });
    await insert(line.service, 'call_details', { organization_id: org, call_id: byPerson });
    await insert(line.service, 'dial_attempts', {
      organization_id: org,
      id: v7(),
      call_id: byPerson,
      token: v7(),
      state: 'sending',
      dial_epoch: 1,
      sent_at: new Date(),
    });
    const [path, action] = [`${CALLS}/${byPerson}`, `${CALLS}/${byPerson}/end`];
    await owner.submit(action, action);
    await line.acme.post(`/api/calls/${byPerson}/end`, {});
    const { html } = await owner.get(path);
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain(`Being ended by ${owner.email}.`);
    expect(html).not.toContain('>End call<');
    const log = (await owner.get(`/settings/audit-log?kind=call&who=${owner.email}`)).html;
    expect(log).toContain('Call end requested');
    // In its column, and on a phone below what was done.
    expect(log.split(`href="${path}"`)).toHaveLength(3);
    await line.service.db.query(`DELETE FROM calls WHERE id = $1`, [byPerson]);
  });
});

describe('in a browser', () => {
  let walk: PageWalk;

  beforeAll(async () => {
    await someDemoCalls(line.service, org, 160);
    walk = await PageWalk.begin(line.service, org);
  }, 60_000);
  afterAll(() => walk?.end());

  it('the list is looked at: full, filtered, refused, without a match', async () => {
    expect(await walk.open(CALLS)).toBe(200);
    await walk.inspect('calls');
    // Days that are filled in from here on are the viewer's.
    const zone = await walk.page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await walk.page.locator('input[name=zone]').inputValue()).toBe(zone);
    await walk.open(`${CALLS}?call_type=outbound&call_success=true&from=2026-01-01`);
    await walk.inspect('calls-filtered');
    await walk.open(`${CALLS}?status=scheduled`);
    await walk.inspect('calls-no-match');
    await walk.open(`${CALLS}?phone_number=abc`);
    await walk.inspect('calls-refused');
    await walk.open(`${CALLS}/new`);
    await walk.inspect('call-new');
    const { organizationId, visitor } = await another();
    await anAgent(line.service, organizationId);
    await walk.as(visitor, `${CALLS}/new`, () => walk.inspect('call-new-no-number'));
  }, 120_000);

  it('a call with all that a call can have is looked at', async () => {
    const [full] = await line.service.db.query<{ id: string }[]>(
      `SELECT call_id AS id FROM call_details WHERE organization_id = $1
        ORDER BY jsonb_array_length(interruptions) + jsonb_array_length(tool_usage) DESC, call_id LIMIT 1`,
      [org],
    );
    expect(await bytesOf(owner, `${CALLS}/${full?.id}`)).toBeLessThan(100_000);
    await walk.open(`${CALLS}/${full?.id}`);
    await walk.page.getByText('Show as table').click();
    await walk.inspect('call-full');
    await walk.page.getByText('Show as table').click();

    const drawing = walk.page.locator('[data-timeline]');
    const { width = 0 } = (await drawing.boundingBox()) ?? {};
    await drawing.click({ position: { x: width * 0.5, y: 90 } });
    const current = walk.page.locator('[data-transcript] [aria-current]');
    await current.waitFor();
    const [from, to] = [await current.getAttribute('data-from'), await drawing.getAttribute('data-timeline')];
    expect(Number(from) / Number(to)).toBeGreaterThan(0.4);
    expect(Number(from) / Number(to)).toBeLessThanOrEqual(0.5);
    const mark = walk.page.getByRole('img', { name: /The customer broke in/ }).first();
    await mark.focus();
    await walk.page.locator('[data-readout]').getByText('Not said').waitFor();
    await walk.inspect('call-mark');
  }, 60_000);

  it('a call is looked at that waits, and one whose phone rings', async () => {
    const live = { agent_id: line.agentId, ended_at: null, ended_reason: null, call_duration: null };
    for (const status of ['queued', 'ringing']) {
      const id = await aCall(line.service, org, { ...live, status, started_at: new Date() });
      await walk.open(`${CALLS}/${id}`);
      await walk.page.getByRole('link', { name: 'Cancel call' }).waitFor();
      await walk.inspect(`call-${status}`);
      await walk.page.getByRole('link', { name: 'Cancel call' }).click();
      await walk.inspect(`call-${status}-cancel`);
      await line.service.db.query(`DELETE FROM calls WHERE id = $1`, [id]);
    }
  }, 60_000);

  it('a call is looked at that reached nobody, that was erased, whose times nobody knows', async () => {
    const unanswered = await line.call(NUMBERS.noAnswer);
    await line.over(unanswered);
    await walk.open(`${CALLS}/${unanswered}`);
    await walk.page.getByText('Nobody answered.').first().waitFor();
    await walk.inspect('call-unanswered');

    const erased = await line.call(NUMBERS.failed);
    const { contact_id: contact } = await line.over(erased);
    await line.acme.delete(`/api/contacts/${contact as string}?erase=true`);
    await walk.open(`${CALLS}/${erased}`);
    await walk.page.getByText('was erased').waitFor();
    await walk.inspect('call-erased');

    const timeless = await aCall(line.service, org, { agent_id: line.agentId, call_type: 'inbound' });
    const said = { index: 0, turn: 1, speaker: 'customer', speaker_label: 'Customer', text: 'Hello?' };
    await insert(line.service, 'call_details', {
      organization_id: org,
      call_id: timeless,
      transcript_formatted: [
        { ...said, start_ms: null, end_ms: null, text_unspoken: null, tool_call_ids: [] },
      ],
      post_call_analysis: { ...EMPTY_ANALYSIS, status: 'error', error: 'The model gave no answer: timeout' },
    });
    await walk.open(`${CALLS}/${timeless}`);
    await walk.page.getByText('did not tell who spoke when').waitFor();
    await walk.inspect('call-timeless');
  }, 120_000);

  it('a call is started, watched to its end, and read', async () => {
    const agent = await anAgentWith(line, { record: true });
    line.simulator.setKnobs({
      script: {
        value: [{ say: 'Yes, when do you open?' }, { silence: 3_000 }],
        times: 1,
      },
    });
    const { page } = walk;
    await walk.open(`${CALLS}/new`);
    await page.getByLabel('Agent', { exact: true }).selectOption(agent);
    await page.getByLabel('Number to call').fill(NUMBERS.cooperative);
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByText('Following live').waitFor();
    await page.getByText('is talking to').waitFor();
    await page.getByRole('log').getByText('Yes, when do you open?').waitFor();
    await walk.inspect('call-live');
    await page.getByRole('link', { name: 'End call' }).click();
    await walk.inspect('call-end');
    // Whoever watches from elsewhere, and writes a note, sees all of it come without a reload.
    const watching = await walk.context.newPage();
    await watching.goto(page.url().replace(/\/end$/, ''));
    await watching.getByText('is talking to').waitFor();
    const note = watching.getByLabel('New note');
    await note.fill('Wants to know <b>when</b>');
    let loads = 0;
    watching.on('load', () => (loads += 1));
    await page.getByRole('button', { name: 'End call' }).click();
    await watching.getByRole('heading', { name: 'Timeline' }).waitFor();
    await watching.locator('[data-transcript]').getByText('Yes, when do you open?').waitFor();
    await watching.getByRole('button', { name: 'Play' }).waitFor();
    await watching.getByRole('button', { name: 'Analyse again' }).waitFor();
    await watching.getByText(/^Ended by .*@/).waitFor();
    expect(await watching.locator('#still-to-come').textContent()).toBe('');
    expect(await note.inputValue()).toBe('Wants to know <b>when</b>');
    expect(loads).toBe(0);
    await watching.close();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('button', { name: 'Analyse again' }).waitFor();
    await walk.inspect('call-over');
    // Where it was said, it is heard: the transcript leads the player, which leads the timeline.
    await page.locator('[data-seek]').last().click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.locator('.playhead.set').waitFor({ state: 'attached' });
  }, 120_000);
});
