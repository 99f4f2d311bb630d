import { Webhook } from 'standardwebhooks';
import type { Page } from 'playwright-core';
import { v7 } from 'uuid';
import {
  aChange,
  anEndpoint,
  answerWith,
  deliveriesOf,
  startReceiver,
  type Receiver,
} from '../events/receiver.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { PageWalk } from '../support/page-walk.js';
import { insert } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Seen, type Visitor } from '../support/visitor.js';

const PATH = '/settings/events';
const MARKUP = '<script>alert(1)</script>';

/** Three attempts within a second, and a fourth for which nobody waits. */
const QUICK = {
  schedule: [0, 50, 200],
  poll: 20,
  probeFirst: 100,
  probeLongest: 200,
  breakerFailures: 1_000,
};

let service: TestService;
let acme: Client;
let owner: Visitor;
let receiver: Receiver;

beforeAll(async () => {
  service = await startService({ deliveryTimings: QUICK });
});
beforeEach(async () => {
  acme = await service.anOrganization('Acme');
  owner = await aVisitor(service, acme.organizationId);
  receiver = await startReceiver();
});
afterEach(stopServers);
afterAll(() => service.stop());

const secretIn = (html: string): string => /whsec_[\w+/=]+/.exec(html.replaceAll('<wbr/>', ''))?.[0] ?? '';

/** A page without the places where its words may break. */
const textOf = ({ html }: Seen): string => html.replaceAll('<wbr/>', '');

const idIn = (location: string | null): string => /[0-9a-f-]{36}/.exec(location ?? '')?.[0] ?? '';

const verifies = (secret: string, { body, headers }: { body: string; headers: object }): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

describe('an endpoint', () => {
  it('is added on a page that shows its secret once; what is sent to it is signed with that', async () => {
    const fields = { url: receiver.url, description: `CRM ${MARKUP}`, event_types: ['contact.created'] };
    const made = await owner.submit(`${PATH}/new`, PATH, {
      ...fields,
      header_name: ['X-Tenant', ''],
      header_value: ['blue-of-secrets', ''],
    });
    expect(made.status).toBe(200);
    const secret = secretIn(made.html);
    const id = idIn(/\/settings\/events\/[0-9a-f-]{36}/.exec(made.html)?.[0] ?? '');
    await aChange(acme);
    const [request] = await receiver.gets(1);
    if (!request) throw new Error('nothing came');
    expect(verifies(secret, request)).toBe(true);
    expect(request.headers['x-tenant']).toBe('blue-of-secrets');
    await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');

    for (const path of [PATH, `${PATH}/${id}`, `${PATH}/${id}/edit`, '/settings/audit-log']) {
      const { html, status } = await owner.get(path);
      expect(status).toBe(200);
      expect(html).not.toMatch(/whsec_\w|blue-of-secrets|<script>alert/);
    }
  });

  it('that cannot be is refused at its field, with what was typed kept and values of headers not', async () => {
    const seen = await owner.submit(`${PATH}/new`, PATH, {
      url: 'no url',
      description: `"><b>mine</b>`,
      header_name: ['host'],
      header_value: ['secret-value'],
    });
    expect(seen.status).toBe(422);
    expect(seen.html).toContain('href="#headers"');
    expect(seen.html).toContain('Must not set the header host');
    expect(seen.html).toContain('value="no url"');
    expect(seen.html).toContain('&quot;>&lt;b>mine&lt;/b>');
    expect(seen.html).not.toContain('secret-value');
    const url = await owner.submit(`${PATH}/new`, PATH, { url: 'no url' });
    expect([url.status, url.html.includes('href="#url"')]).toEqual([422, true]);
    expect((await acme.get('/api/webhook-endpoints')).body.data).toEqual([]);
  });

  it('is changed: of the extra headers each stays, changes or goes; saving it unchanged changes nothing', async () => {
    const headers = { 'x-stays': 'one', 'x-changes': 'two', 'x-goes': 'three' };
    const { id } = await anEndpoint(acme, receiver.url, { headers });
    const [path, edit] = [`${PATH}/${id}`, `${PATH}/${id}/edit`];
    const same = {
      url: receiver.url,
      header_name: ['x-stays', 'x-changes', 'x-goes'],
      header_value: ['', '', ''],
    };
    expect((await owner.submit(edit, path, same)).status).toBe(303);
    expect((await owner.hiddenOf(edit, path))['version']).toBe('1');
    const changed = await owner.submit(edit, path, {
      url: receiver.url,
      description: 'Our CRM',
      header_name: ['x-stays', 'x-changes', '', 'X-New'],
      header_value: ['', 'zwei', '', 'four'],
    });
    expect([changed.status, changed.location]).toEqual([303, path]);
    await aChange(acme);
    const [request] = await receiver.gets(1);
    expect(request?.headers).toMatchObject({ 'x-stays': 'one', 'x-changes': 'zwei', 'x-new': 'four' });
    expect(request?.headers['x-goes']).toBeUndefined();
  });

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    const hidden = await owner.hiddenOf(`${PATH}/${id}/edit`, `${PATH}/${id}`);
    await acme.patch(`/api/webhook-endpoints/${id}`, { description: 'Theirs' });
    const seen = await owner.post(`${PATH}/${id}`, { ...hidden, url: receiver.url, description: 'Mine' });
    expect(seen.status).toBe(412);
    expect(seen.html).toContain('Somebody else changed this');
    expect((await acme.get(`/api/webhook-endpoints/${id}`)).body.description).toBe('Theirs');
  });

  it('takes no agent of another organization', async () => {
    const globex = await service.anOrganization('Globex');
    const { body: agent } = await globex.post('/api/agents', { name: 'Eve' });
    const seen = await owner.submit(`${PATH}/new`, PATH, { url: receiver.url, agent_id: agent.id });
    expect([seen.status, seen.html.includes('href="#agent_id"')]).toEqual([422, true]);
  });

  it('signs with both secrets after a rotation, or with the new one alone', async () => {
    const { id, secret } = await anEndpoint(acme, receiver.url);
    const [path, action] = [`${PATH}/${id}/rotate-secret`, `${PATH}/${id}/rotate-secret`];
    const second = secretIn((await owner.submit(path, action, { overlap: '86400' })).html);
    await aChange(acme);
    const [both] = await receiver.gets(1);
    if (!both) throw new Error('nothing came');
    expect([secret, second].map((one) => verifies(one, both))).toEqual([true, true]);
    const third = secretIn((await owner.submit(path, action, { overlap: '0' })).html);
    await aChange(acme);
    const [, alone] = await receiver.gets(2);
    if (!alone) throw new Error('nothing came');
    expect([second, third].map((one) => verifies(one, alone))).toEqual([false, true]);
  });

  it('gets another secret also when the old one cannot be read any more', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    await service.db.query(
      `UPDATE webhook_endpoints SET secret_sealed = set_byte(secret_sealed, 2, get_byte(secret_sealed, 2) # 1)
        WHERE id = $1`,
      [id],
    );
    const seen = await owner.submit(`${PATH}/${id}/rotate-secret`, `${PATH}/${id}/rotate-secret`);
    await aChange(acme);
    const [request] = await receiver.gets(1);
    expect(request && verifies(secretIn(seen.html), request)).toBe(true);
  });

  it('is paused, activated and deleted', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    const path = `${PATH}/${id}`;
    await owner.submit(path, `${path}/pause`);
    await aChange(acme);
    const [held] = await deliveriesOf(acme, id, ([one]) => one?.state === 'pending');
    expect((await owner.get(`${PATH}/log/${held?.event_id}`)).html).toContain('Once active');
    const paused = await owner.get(path);
    expect(paused.html).toContain('Deleting stops all deliveries to it');
    expect(paused.html).toMatch(/1\swaiting/);
    expect(paused.html).not.toContain('Send test event');
    await owner.submit(path, `${path}/activate`);
    await receiver.gets(1);
    const mistyped = await owner.submit(`${path}/delete`, `${path}/delete`, { confirm: 'it' });
    expect([mistyped.status, mistyped.html.includes('id="confirm-problem"')]).toEqual([422, true]);
    const confirm = receiver.url.replace('http://', '');
    expect((await owner.submit(`${path}/delete`, `${path}/delete`, { confirm })).location).toBe(PATH);
    expect((await owner.get(path)).status).toBe(404);
  });

  it('that the service disabled is told of on every page, until it is active again', async () => {
    receiver.answer(answerWith(410));
    const { id } = await anEndpoint(acme, receiver.url, { description: `CRM ${MARKUP}` });
    await aChange(acme);
    const words = 'The endpoint CRM &lt;script>alert(1)&lt;/script> is disabled, because';
    await eventually(async () => (await owner.get('/settings')).html.includes(words));
    expect((await owner.get('/settings/team')).html).toContain(words);
    expect((await owner.get(PATH)).html).toContain('Answered 410');
    const globex = await service.anOrganization('Globex');
    const other = await aVisitor(service, globex.organizationId);
    expect((await other.get('/settings')).html).not.toContain('is disabled, because');
    receiver.answer(answerWith(200));
    await owner.submit(`${PATH}/${id}`, `${PATH}/${id}/activate`);
    expect((await owner.get('/settings')).html).not.toContain('is disabled, because');
  });
});

describe('the deliveries of an endpoint', () => {
  it('are filtered by status, event and time, in the address', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    const contact = await aChange(acme);
    await acme.patch(`/api/contacts/${contact.id}`, { first_name: 'Ada' });
    await deliveriesOf(
      acme,
      id,
      (all) => all.length === 2 && all.every(({ state }) => state === 'delivered'),
    );
    await service.db.query(
      `UPDATE webhook_deliveries SET created_at = now() - interval '2 days'
        WHERE endpoint_id = $1 AND event_type = 'contact.created'`,
      [id],
    );
    const shown = async (query: string): Promise<string[]> =>
      Array.from(
        textOf(await owner.get(`${PATH}/${id}?${query}`)).matchAll(/deliveries\/[0-9a-f-]{36}">([\w.]+)</g),
        ([, type = '']) => type,
      );
    expect(await shown('')).toEqual(['contact.updated', 'contact.created']);
    expect(await shown('type=contact.created')).toEqual(['contact.created']);
    expect(await shown('within=24h')).toEqual(['contact.updated']);
    expect(await shown('within=7d&state=delivered&type=contact.created')).toEqual(['contact.created']);
    for (const query of [
      'state=failed',
      'state=pending',
      'state=discarded',
      'within=1h&type=contact.created',
    ])
      expect(await shown(query)).toEqual([]);
    expect(await shown('state=nonsense&after=nonsense')).toEqual(['contact.updated', 'contact.created']);
  });

  it.each(['', 'state=pending', 'state=failed', 'type=contact.created'])(
    'are paged through to the last one (%s), each once',
    async (query) => {
      const { id } = await anEndpoint(acme, receiver.url, { status: 'paused' });
      await service.db.query(
        `INSERT INTO events (organization_id, id, type, data)
         SELECT $1, gen_random_uuid(), 'contact.created', '{}' FROM generate_series(1, 120)`,
        [acme.organizationId],
      );
      const state = query === 'state=failed' ? 'failed' : 'pending';
      await service.db.query(`UPDATE webhook_deliveries SET state = $2 WHERE endpoint_id = $1`, [id, state]);
      const seen: string[] = [];
      let next: string | undefined = `${PATH}/${id}?${query}`;
      let pages = 0;
      while (next) {
        const { html } = await owner.get(next);
        seen.push(
          ...Array.from(html.matchAll(/events\/deliveries\/([0-9a-f-]{36})"/g), ([, one = '']) => one),
        );
        next = /<a[^>]*rel="next"[^>]*href="([^"#]*)/.exec(html)?.[1]?.replaceAll('&amp;', '&');
        pages += 1;
      }
      expect([pages, seen.length, new Set(seen).size]).toEqual([3, 120, 120]);
    },
  );

  it('of a rare kind are looked for as far back as a page can, and further on demand', async () => {
    const { id } = await anEndpoint(acme, receiver.url, { status: 'paused' });
    await service.db.query(
      `INSERT INTO events (organization_id, id, type, data)
       SELECT $1, gen_random_uuid(), CASE n WHEN 1 THEN 'intake.rejected' ELSE 'contact.created' END, '{}'
         FROM generate_series(1, 5100) n ORDER BY n`,
      [acme.organizationId],
    );
    await service.db.query(
      `UPDATE webhook_deliveries SET position = DEFAULT WHERE endpoint_id = $1 AND event_type = 'contact.created'`,
      [id],
    );
    const first = await owner.get(`${PATH}/${id}?type=intake.rejected`);
    expect(first.html).toContain('None of the 5,000 deliveries');
    const further = /<a[^>]*rel="next"[^>]*href="([^"#]*)/.exec(first.html)?.[1]?.replaceAll('&amp;', '&');
    const second = await owner.get(further ?? '');
    expect(textOf(second)).toMatch(/deliveries\/[0-9a-f-]{36}">intake\.rejected</);
  });
});

describe('a delivery', () => {
  it('gives its payload to be copied exactly as it was sent, as its event does', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    await aChange(acme, { first_name: `"Ada" & ${MARKUP}` });
    const [request] = await receiver.gets(1);
    const [sent] = await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
    for (const path of [`${PATH}/deliveries/${sent.id}`, `${PATH}/log/${sent.event_id}`]) {
      const { html } = await owner.get(path);
      const copied = /data-copy="([^"]*)" aria-label="Copy payload"/.exec(html)?.[1];
      const body = copied?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
      expect(body).toBe(request?.body);
    }
  });

  it('says what its event is about, in the list and on its page, and leads there', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    const ada = await aChange(acme, { first_name: `Ada ${MARKUP}` });
    const grace = await aChange(acme, { first_name: 'Grace' });
    const [latest] = await deliveriesOf(acme, id, (all) => all.length === 2);
    const { html } = await owner.get(`${PATH}/${id}`);
    const cell = (href: string, name: string) =>
      `<td class="about"><a class="above" href="${href}" dir="auto" title="${name}">${name}</a></td>`;
    expect(html).toContain(cell(`/settings/contacts/${ada.id}`, 'Ada &lt;script>alert(1)&lt;/script>'));
    expect(html).toContain(cell(`/settings/contacts/${grace.id}`, 'Grace'));
    expect((await owner.get(`${PATH}/deliveries/${latest.id}`)).html).toContain(
      `<dt>About</dt><dd><a class="above" href="/settings/contacts/${grace.id}" dir="auto" title="Grace">Grace</a></dd>`,
    );
  });

  it('shows every attempt with its request and answer as text, and is sent again', async () => {
    receiver.answer(answerWith(500, {}, `<b>broken</b> ${MARKUP}`));
    const { id } = await anEndpoint(acme, receiver.url, { headers: { authorization: 'Bearer of-bad-news' } });
    await aChange(acme, { first_name: MARKUP });
    const [failed] = await deliveriesOf(acme, id, ([one]) => one?.state === 'failed');
    const path = `${PATH}/deliveries/${failed.id}`;
    const { html } = await owner.get(path);
    expect(html).toContain('&lt;b>broken&lt;/b> &lt;script>alert(1)&lt;/script>');
    expect(html.match(/<code>bad_status<\/code>/g)).toHaveLength(3);
    expect(html).toContain(`webhook-id: ${failed.event_id}`);
    expect(html).toContain('authorization: [hidden]');
    expect(html).not.toMatch(/<script>alert|of-bad-news|webhook-signature/);

    receiver.answer(answerWith(204));
    expect((await owner.submit(path, `${path}/resend`)).location).toBe(path);
    await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
    expect((await owner.get(path)).html).toContain('204 accepted');
  });

  it('is shown as it was before an attempt or after it, never half, when that is written meanwhile', async () => {
    const answers = Promise.withResolvers<void>();
    receiver.answer((_, response) => void answers.promise.then(() => response.writeHead(204).end()));
    const { id } = await anEndpoint(acme, receiver.url);
    await aChange(acme);
    await receiver.gets(1);
    const [delivery] = await deliveriesOf(acme, id, ([one]) => one?.state === 'pending');
    const path = `${PATH}/deliveries/${delivery.id}`;
    // The page has read the delivery, and comes no further than to its attempts.
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query(`LOCK TABLE webhook_delivery_attempts IN ACCESS EXCLUSIVE MODE`);
      const page = owner.get(path);
      await eventually(async () => {
        const [{ waiting }] = await service.db.query(
          `SELECT count(*)::int AS waiting FROM pg_locks
            WHERE NOT granted AND relation = 'webhook_delivery_attempts'::regclass`,
        );
        return waiting > 0;
      });
      answers.resolve();
      await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
      await holder.rollbackTransaction();
      const before = (await page).html;
      expect(before).toContain('<span class="status waiting">Waiting</span>');
      expect(before).toContain('None yet.');
      expect(before).not.toContain('204 accepted');
    } finally {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
    }
    const after = (await owner.get(path)).html;
    expect(after).toContain('<span class="status good">Delivered</span>');
    expect(after).toContain('204 accepted');
    expect(after).not.toContain('None yet.');
  });

  it('of a test event is shown with the truth about it', async () => {
    receiver.answer(answerWith(302, { location: 'http://127.0.0.1:9/' }));
    const { id } = await anEndpoint(acme, receiver.url);
    const { location } = await owner.submit(`${PATH}/${id}`, `${PATH}/${id}/test`);
    await deliveriesOf(acme, id, ([one]) => one?.state === 'failed');
    const { html } = await owner.get(location ?? '');
    expect(html).toContain('the answer is a redirect, which is not followed');
  });

  it('is not sent to an endpoint that is not active, which is said', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    await aChange(acme);
    const [sent] = await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
    const path = `${PATH}/deliveries/${sent.id}`;
    const hidden = await owner.hiddenOf(path, `${path}/resend`);
    await acme.patch(`/api/webhook-endpoints/${id}`, { status: 'paused' });
    await owner.post(`${path}/resend`, hidden);
    const { html } = await owner.get(path);
    expect(html).toContain('The webhook endpoint is not active');
    expect(html).not.toContain('Resend event');
  });
});

describe('what happened', () => {
  it('is listed with what became of it, and shows where it went', async () => {
    const { id } = await anEndpoint(acme, receiver.url, { description: 'Our CRM' });
    const contact = await aChange(acme, { first_name: MARKUP });
    const [delivery] = await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
    await acme.patch(`/api/webhook-endpoints/${id}`, { event_types: ['call.ended'] });
    await acme.patch(`/api/contacts/${contact.id}`, { last_name: 'Lovelace' });
    const { html } = await owner.get(`${PATH}/log`);
    expect(html).toContain('No endpoint wanted it');
    expect(html).toContain('1 delivered');
    expect(html).toContain(`href="/settings/contacts/${contact.id}"`);
    const created = await owner.get(`${PATH}/log?type=contact.created`);
    expect(textOf(created)).not.toContain('>contact.updated</a>');
    const one = await owner.get(`${PATH}/log/${delivery.event_id}`);
    expect(one.html).toContain(`${PATH}/deliveries/${delivery.id}`);
    expect(one.html).toContain('Our CRM');
    expect(one.html).toContain('&lt;script>alert(1)');
    expect(one.html).not.toContain('<script>alert');
  });

  it('is listed up to the end of a day, newest first', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    const at = ['2026-01-14T00:00:00.000Z', '2026-01-14T23:59:59.999Z', '2026-01-15T00:00:00.000Z'];
    const ids = at.map((time) => v7({ msecs: Date.parse(time) }));
    const anEvent = { organization_id: globex.organizationId, type: 'contact.created', data: '{}' };
    for (const [index, id] of ids.entries())
      await insert(service, 'events', { ...anEvent, id, created_at: at[index] });
    const listed = async (query: string): Promise<(string | undefined)[]> => {
      const { html } = await visitor.get(`${PATH}/log?${query}`);
      return Array.from(html.matchAll(/events\/log\/([0-9a-f-]{36})"/g), ([, id]) => id);
    };
    const [first, last, next] = ids;
    expect(await listed('to=2026-01-15')).toEqual([next, last, first]);
    expect(await listed('to=2026-01-14')).toEqual([last, first]);
    expect(await listed('to=2026-01-13')).toEqual([]);
    expect(await listed('to=0001-01-01')).toEqual([]);
    expect(await listed('to=yesterday')).toEqual([next, last, first]);
  });
});

describe('what waits to be sent', () => {
  /** Events of which the newest have arrived, at an endpoint that is paused. */
  async function aQueue(events: number, delivered: number): Promise<Visitor> {
    const globex = await service.anOrganization('Globex');
    const { id } = await anEndpoint(globex, receiver.url, { status: 'paused' });
    await service.db.query(
      `INSERT INTO events (organization_id, id, type, data)
       SELECT $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'contact.created', '{}'
         FROM generate_series(1, $2::int) n`,
      [globex.organizationId, events],
    );
    await service.db.query(
      `UPDATE webhook_deliveries SET state = 'delivered' WHERE endpoint_id = $1 AND event_id IN (
         SELECT id FROM events WHERE organization_id = $2 ORDER BY id DESC LIMIT $3)`,
      [id, globex.organizationId, delivered],
    );
    return aVisitor(service, globex.organizationId);
  }
  const WAITING = `${PATH}/log?deliveries=pending`;
  const numbersIn = (html: string): number[] =>
    Array.from(html.matchAll(/log\/01900000-0000-7000-8000-(\d{12})"/g), ([, number]) => Number(number));
  const nextIn = (html: string): string =>
    /<a[^>]*rel="next"[^>]*href="([^"#]*)/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const down = (from: number, to: number): number[] =>
    Array.from({ length: from - to + 1 }, (_, index) => from - index);

  it('is found in the log of all events, newest first, to the last one', async () => {
    const visitor = await aQueue(100, 30);
    const first = (await visitor.get(WAITING)).html;
    expect(first).toContain('1 waiting');
    expect(first).not.toContain('1 delivered');
    expect(numbersIn(first)).toEqual(down(70, 21));
    const second = (await visitor.get(nextIn(first))).html;
    expect(numbersIn(second)).toEqual(down(20, 1));
    expect(nextIn(second)).toBe('');
    expect((await visitor.get(`${WAITING}&type=call.ended`)).html).toContain('No such events');
  });

  it('is looked for in a part of the log at a time where more waits than can be put in order', async () => {
    const visitor = await aQueue(10_100, 5_020);
    const first = (await visitor.get(WAITING)).html;
    expect(first).toContain('None among these');
    expect(numbersIn((await visitor.get(nextIn(first))).html)).toEqual(down(5_080, 5_031));
  }, 60_000);
});

describe('what failed to arrive', () => {
  const failing = async (endpoints = 1) => {
    receiver.answer(answerWith(500));
    const ids: string[] = [];
    for (let count = 0; count < endpoints; count += 1) ids.push((await anEndpoint(acme, receiver.url)).id);
    const contact = await aChange(acme, { first_name: `Ada ${MARKUP}` });
    for (const id of ids) await deliveriesOf(acme, id, ([one]) => one?.state === 'failed');
    return { ids, contact };
  };

  it('is found in the log of all events, each event once, by the name of whom it is about', async () => {
    const { ids, contact } = await failing(2);
    receiver.answer(answerWith(204));
    await acme.patch(`/api/contacts/${contact.id}`, { last_name: 'Lovelace' });
    await deliveriesOf(acme, ids[0] ?? '', (all) => all.some(({ state }) => state === 'delivered'));
    const failed = textOf(await owner.get(`${PATH}/log?deliveries=failed`));
    expect(failed.match(/>contact\.created</g)).toHaveLength(2); // its row and the filter's choice
    expect(failed).not.toMatch(/>contact\.updated<\/a>/);
    expect(failed).toContain('<span class="status bad">2 failed</span>');
    expect(failed).toContain('Ada &lt;script>alert(1)&lt;/script> Lovelace</a>');
    const none = await owner.get(`${PATH}/log?deliveries=failed&type=call.ended`);
    expect(none.html).toContain('No such events');
  });

  it('is paged through to the last one, whatever else happened', async () => {
    const { id } = await anEndpoint(acme, receiver.url, { status: 'paused' });
    await service.db.query(
      `INSERT INTO events (organization_id, id, type, data)
       SELECT $1, gen_random_uuid(), 'contact.created', '{}' FROM generate_series(1, 240)`,
      [acme.organizationId],
    );
    await service.db.query(
      `UPDATE webhook_deliveries SET state = 'failed' WHERE endpoint_id = $1 AND position % 2 = 0`,
      [id],
    );
    const seen: string[] = [];
    let next: string | undefined = `${PATH}/log?deliveries=failed`;
    while (next) {
      const { html } = await owner.get(next);
      seen.push(...Array.from(html.matchAll(/events\/log\/([0-9a-f-]{36})"/g), ([, one = '']) => one));
      next = /<a[^>]*rel="next"[^>]*href="([^"#]*)/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  });

  it('is said of its endpoint: that nothing is tried again by itself, why, and how many can be recovered', async () => {
    const { ids } = await failing();
    const path = `${PATH}/${ids[0]}`;
    const { html } = await owner.get(path);
    expect(html).toContain('failed: HTTP 500');
    expect(html).toContain('<span class="status bad">Failing</span>');
    // Perhaps its receiver refuses signatures.
    expect(html).toContain('<h2 id="verify">Verify what you receive</h2>');
    expect(html).toContain('Nothing is tried again by itself');
    expect(html).not.toContain('tried again on its schedule');
    expect((await owner.get(`${path}/recover`)).html).toContain('The last hour (1 failed)');
  });

  it('is recovered from the shortest time that holds some of it, as it is for days before it fails', async () => {
    const { ids } = await failing();
    const path = `${PATH}/${ids[0]}/recover`;
    const selected = async (): Promise<string | undefined> =>
      /<option[^>]*selected[^>]*>([^<]*)/.exec((await owner.get(path)).html)?.[1];
    expect(await selected()).toBe('The last hour (1 failed)');
    await service.db.query(
      `UPDATE webhook_deliveries SET created_at = now() - interval '76 hours' WHERE endpoint_id = $1`,
      [ids[0]],
    );
    expect(await selected()).toBe('The last 7 days (1 failed)');
    expect((await owner.get(path)).html).toContain('The last 3 days (none failed)');
    expect((await owner.submit(path, path, { span: '168' })).location).toContain('/recoveries/');
  });

  it.each([
    ['24', 'Events recorded in: Nothing recorded then has failed; choose a longer time.'],
    ['', 'Events recorded in: Choose one of these times.'],
  ])('is not said to be recovered where the chosen time (%s) holds none', async (span, words) => {
    const { ids } = await failing();
    await service.db.query(
      `UPDATE webhook_deliveries SET created_at = now() - interval '76 hours' WHERE endpoint_id = $1`,
      [ids[0]],
    );
    const path = `${PATH}/${ids[0]}/recover`;
    const seen = await owner.submit(path, path, { span });
    expect(seen.status).toBe(422);
    expect(seen.html).toContain(words);
    const recoveries = await service.db.query('SELECT 1 FROM webhook_recoveries WHERE endpoint_id = $1', [
      ids[0],
    ]);
    expect(recoveries).toEqual([]);
  });

  it('is nothing at an endpoint where all arrived, and nothing is offered to be recovered', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    await aChange(acme);
    await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
    const { html } = await owner.get(`${PATH}/${id}`);
    expect(html).not.toContain('Recover failed deliveries');
    expect(html).toContain('<summary>Verify what you receive</summary>');
    const recover = `${PATH}/${id}/recover`;
    expect((await owner.get(recover)).html).toContain('Nothing to recover');
    const hidden = await owner.hiddenOf(`${PATH}/${id}`, `${PATH}/${id}/test`);
    expect((await owner.post(recover, { ...hidden, span: '24' })).location).toBe(recover);
  });
});

describe('the pages in a browser', () => {
  let walk: PageWalk;
  let page: Page;
  const alerts: string[] = [];

  let own: Client;

  beforeAll(async () => {
    own = await service.anOrganization('Acme Heating & Cooling');
    walk = await PageWalk.begin(service, own.organizationId);
    page = walk.page;
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
  }, 60_000);
  afterAll(async () => {
    await walk?.end();
  });

  it('lead from the first endpoint over a failure to its recovery', async () => {
    await walk.open(PATH);
    await walk.inspect('events-empty');
    await page.getByRole('link', { name: 'Add endpoint' }).first().click();
    await walk.inspect('events-new');
    await page.getByLabel('URL').fill('ftp://nowhere');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('alert').waitFor();
    await walk.inspect('events-refused');
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('Description').fill(`Our CRM ${MARKUP}`);
    await page.getByLabel('call.ended').check();
    await page.getByLabel('contact.created').check();
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.getByLabel('Name of header 1').fill('x-tenant');
    await page.getByLabel('Value of header 1').fill('blue');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByText('Copy the signing secret now').waitFor();
    await walk.inspect('events-secret');

    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    // The page looks by itself until the answer is there.
    await page.getByText('200 accepted').waitFor();
    await walk.inspect('events-delivery');
    const { body } = await own.get('/api/webhook-endpoints');
    const path = `${PATH}/${body.data[0].id}`;

    receiver.answer(
      answerWith(500, {}, `{"error": "<b>the database is away</b>", "trace": "${'x'.repeat(5_000)}"}`),
    );
    for (let nth = 0; nth < 7; nth += 1) await aChange(own, { first_name: MARKUP });
    await deliveriesOf(
      own,
      body.data[0].id,
      (all) => all.filter(({ state }) => state === 'failed').length === 7,
    );
    await walk.open(path);
    await walk.inspect('events-endpoint-failing');
    await page.getByRole('link', { name: 'contact.created' }).first().click();
    await page.getByText('bad_status').first().waitFor();
    await walk.inspect('events-delivery-failed');

    receiver.answer(answerWith(204));
    await walk.open(path);
    await page.getByRole('link', { name: 'Recover failed deliveries', exact: true }).click();
    await walk.inspect('events-recover');
    await page.getByRole('button', { name: 'Recover deliveries' }).click();
    await page.getByText('Done: 7 of 7 delivered.').waitFor();
    await walk.inspect('events-recovery');

    await walk.open(path);
    await page.getByLabel('Status').selectOption('delivered');
    await page.getByLabel('Recorded').selectOption('24h');
    await page.getByRole('button', { name: 'Filter' }).click();
    await walk.inspect('events-endpoint');
    await page.getByRole('link', { name: 'Edit endpoint' }).click();
    await walk.inspect('events-edit');
    await walk.open(`${path}/rotate-secret`);
    await walk.inspect('events-rotate');
    await walk.open(`${path}/delete`);
    await walk.inspect('events-delete');
    await walk.open(path);
    await page.getByRole('button', { name: 'Pause endpoint' }).click();
    await page.getByText('is paused').first().waitFor();
    await walk.inspect('events-paused');
    expect(alerts).toEqual([]);
  }, 240_000);

  it('show many endpoints in every state, and what happened', async () => {
    const gone = await startReceiver();
    gone.answer(answerWith(410));
    await anEndpoint(own, receiver.url, { description: 'Data warehouse', event_types: ['call.ended'] });
    await anEndpoint(own, receiver.url, { status: 'paused', description: `Staging ${'long '.repeat(60)}` });
    const busy = await anEndpoint(own, receiver.url, {
      description: 'CRM',
      event_types: ['call.ended', 'contact.created', 'contact.updated'],
    });
    receiver.answer((one, response) => {
      response.writeHead(one.event.data.contact?.first_name === 'bad' ? 500 : 200).end();
    });
    for (let nth = 0; nth < 12; nth += 1) await aChange(own, { first_name: nth % 5 === 2 ? 'bad' : 'Ada' });
    await deliveriesOf(
      own,
      busy.id,
      (all) => all.length === 12 && all.every(({ state }) => state !== 'pending'),
    );
    const dead = await anEndpoint(own, gone.url, { description: MARKUP });
    await aChange(own);
    await eventually(async () => {
      return (await own.get(`/api/webhook-endpoints/${dead.id}`)).body.status === 'disabled';
    });
    await walk.open(PATH);
    await walk.inspect('events-list');
    await walk.open(`${PATH}/${dead.id}`);
    await walk.inspect('events-disabled');
    await walk.open(`${PATH}/log`);
    await walk.inspect('events-log');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Where it went' }).waitFor();
    await walk.inspect('events-event');
    await walk.open('/settings');
    await walk.inspect('events-banner');
    expect(alerts).toEqual([]);
  }, 240_000);
});
