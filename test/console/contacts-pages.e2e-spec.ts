import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { aMapping, aPhone } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { aCall, anAgent } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Visitor } from '../support/visitor.js';

let service: TestService;
let acme: Client;
let owner: Visitor & { email: string };

const PATH = '/settings/contacts';
const MARKUP = '<script>alert(1)</script>';
const ESCAPED = '&lt;script>alert(1)&lt;/script>';

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme Heating & Cooling');
  owner = await aVisitor(service, acme.organizationId);
});
afterAll(() => service.stop());

const aContact = async (fields: object = {}): Promise<{ id: string; phone: string }> =>
  (await acme.post('/api/contacts', { phone: aPhone(), ...fields })).body;

const read = async (id: string) => (await acme.get(`/api/contacts/${id}`)).body;

/** A number of the United States as pages write it. */
const asShown = (phone: string): string => phone.replace(/(\d{3})(\d{3})(\d{4})$/, ' $1 $2 $3');

/** The names of a list's rows. */
const namesIn = (html: string): string[] =>
  [...html.matchAll(/<th scope="row"[^>]*><a(?: [a-z]+="[^"]*")*>([^<]*)<\/a>/g)].map(
    ([, name = '']) => name,
  );

describe('the list of contacts', () => {
  it('is found in by name, number however it is written, e-mail and tag, and shows what is markup as text', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    const post = (fields: object) => globex.post('/api/contacts', fields);
    await post({ phone: '+13125550142', first_name: 'Ada', last_name: MARKUP, tags: ['vip', '<b>bold</b>'] });
    await post({ phone: '+13125550177', first_name: 'Grace', email: 'grace@example.com', do_not_call: true });
    expect(namesIn((await visitor.get(PATH)).html)).toEqual(['Grace', `Ada ${ESCAPED}`]);
    for (const [query, names] of [
      ['search=gRACE', ['Grace']],
      ['search=(312)%20555-0177', ['Grace']],
      ['search=grace%40example', ['Grace']],
      ['search=312555', ['Grace', `Ada ${ESCAPED}`]],
      ['tag=vip', [`Ada ${ESCAPED}`]],
      ['search=ada&tag=VIP', []],
      ['calling=forbidden', ['Grace']],
      ['calling=allowed', [`Ada ${ESCAPED}`]],
      ['calling=nonsense', ['Grace', `Ada ${ESCAPED}`]],
    ] as const) {
      const { html } = await visitor.get(`${PATH}?${query}`);
      expect({ query, names: namesIn(html) }).toEqual({ query, names });
    }
    const { html } = await visitor.get(PATH);
    expect(html).toContain('&lt;b>bold&lt;/b>');
    expect(html).toContain('Do not call');
    expect(html).toContain('2 contacts');
  });

  it('is found in by a number as it is dialled within its country, or from abroad', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    await globex.post('/api/contacts', { phone: '+442079460958', first_name: 'Ada' });
    await globex.post('/api/contacts', { phone: '+13125550142', first_name: 'Grace' });
    for (const search of ['020 7946', '(020) 7946-0958', '0044 20 7946', '2079460958'])
      expect(namesIn((await visitor.get(`${PATH}?search=${search}`)).html)).toEqual(['Ada']);
  });

  it('turns pages forth and back without losing or repeating anybody, also while others come', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    await service.db.query(
      `INSERT INTO contacts (organization_id, id, phone, first_name, source, created_at)
       SELECT $1, gen_random_uuid(), '+1312555' || lpad(n::text, 4, '0'), 'Person ' || n, 'api',
              '2026-01-15T10:00:00Z'::timestamptz + (n / 3) * interval '1 ms'
         FROM generate_series(1, 120) n`,
      [globex.organizationId],
    );
    const follow = async (html: string, rel: 'next' | 'prev'): Promise<string> => {
      const href = new RegExp(`rel="${rel}" href="([^"]*)"`).exec(html)?.[1] ?? '';
      return (await visitor.get(href.replaceAll('&amp;', '&'))).html;
    };
    const first = (await visitor.get(PATH)).html;
    await globex.post('/api/contacts', { phone: '+14155550100', first_name: 'Late' });
    const second = await follow(first, 'next');
    const third = await follow(second, 'next');
    const seen = [first, second, third].map(namesIn);
    expect(seen.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(new Set(seen.flat()).size).toBe(120);
    expect(third).not.toContain('rel="next"');
    expect(namesIn(await follow(third, 'prev'))).toEqual(seen[1]);
    const top = await follow(second, 'prev');
    expect(namesIn(top)).toEqual(seen[0]);
    expect(namesIn(await follow(top, 'prev'))).toEqual(['Late']);
  });

  it('shows in their order who is not to be called, however many are listed and whoever has their numbers', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    await service.db.query(
      `INSERT INTO contacts (organization_id, id, phone, first_name, source, created_at)
       SELECT $1, gen_random_uuid(), '+1415' || (5000000 + n), 'Person ' || n, 'import', now() - n * interval '1 s'
         FROM generate_series(1, 1200) n`,
      [globex.organizationId],
    );
    const list = (from: number, to: number): Promise<unknown> =>
      service.db.query(
        `INSERT INTO do_not_call (organization_id, number, source)
         SELECT $1, '+1415' || (5000000 + n), 'import' FROM generate_series($2::int, $3::int) n`,
        [globex.organizationId, from, to],
      );
    const newest = (from: number) => Array.from({ length: 50 }, (_, index) => `Person ${from + index}`);
    const listed = `${PATH}?calling=forbidden`;
    await list(1_151, 3_000);
    const { html } = await visitor.get(listed);
    expect(namesIn(html)).toEqual(newest(1_151));
    expect(html).toContain('50 contacts');
    await list(100, 1_150);
    const first = (await visitor.get(listed)).html;
    expect(namesIn(first)).toEqual(newest(100));
    expect(first).toContain('1,000+ contacts');
    const next = /rel="next" href="([^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(namesIn((await visitor.get(next)).html)).toEqual(newest(150));
    expect(namesIn((await visitor.get(`${PATH}?calling=allowed`)).html)).toEqual(newest(1));
  });

  it('says 10,000+ rather than counting them all', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    await service.db.query(
      `INSERT INTO contacts (organization_id, id, phone, source)
       SELECT $1, gen_random_uuid(), '+1415' || (5000000 + n), 'import' FROM generate_series(1, 10001) n`,
      [globex.organizationId],
    );
    expect((await visitor.get(PATH)).html).toContain('10,000+ contacts');
    expect((await visitor.get(`${PATH}?search=41550000`)).html).toContain('99 contacts');
  });
});

describe('a contact’s form', () => {
  it('makes a contact, and keeps what it is not told to change', async () => {
    const phone = aPhone();
    const made = await owner.submit(`${PATH}/new`, PATH, {
      phone: phone.slice(2),
      first_name: MARKUP,
      tags: 'vip\n<i>lead</i>\n\n vip ',
      variable_name: ['plan', '', '__proto__'],
      variable_value: ['<b>Pro</b>', '', 'x'],
    });
    expect(made.status).toBe(303);
    const id = made.location?.split('/').at(-1) ?? '';
    const contact = await read(id);
    expect(contact).toMatchObject({ phone, first_name: MARKUP, tags: ['vip', '<i>lead</i>'] });
    expect(Object.entries(contact.variables)).toEqual(
      expect.arrayContaining([
        ['plan', '<b>Pro</b>'],
        ['__proto__', 'x'],
      ]),
    );
    const { html } = await owner.get(made.location ?? '');
    expect(html).not.toContain(MARKUP);
    expect(html).toContain('&lt;b>Pro&lt;/b>');
  });

  it('leaves variables that are no text what they are, unless they are typed over', async () => {
    const { id, phone } = await aContact({ variables: { seats: 3, list: ['a'], note: '42', text: 'a\nb' } });
    const hidden = await owner.hiddenOf(`${PATH}/${id}/edit`, `${PATH}/${id}`);
    const saved = await owner.post(`${PATH}/${id}`, {
      ...hidden,
      phone,
      variable_name: ['seats', 'list', 'note', 'text'],
      variable_value: ['3', '["a","b"]', '42', 'a\r\nb'],
    });
    expect(saved.location).toBe(`${PATH}/${id}`);
    expect((await read(id)).variables).toEqual({ seats: 3, list: ['a', 'b'], note: '42', text: 'a\nb' });
  });

  it('says beside the field what is wrong, and keeps what was typed', async () => {
    const taken = await aContact();
    const fields = { first_name: '"><b>mine</b>', variable_name: ['a', 'a'], variable_value: ['1', '2'] };
    const twice = await owner.submit(`${PATH}/new`, PATH, { phone: aPhone(), ...fields });
    expect(twice.status).toBe(422);
    expect(twice.html).toContain('Row 2 has the name of another row.');
    expect(twice.html).toContain('&quot;>&lt;b>mine&lt;/b>');
    const same = await owner.submit(`${PATH}/new`, PATH, { phone: taken.phone });
    expect(same.status).toBe(422);
    expect(same.html).toContain('id="phone-problem"');
    const none = await owner.submit(`${PATH}/new`, PATH, { phone: '312' });
    expect(none.html).toContain(
      'Has too few digits for its country, United States (US); write it like +12015550123.',
    );
    const empty = await owner.submit(`${PATH}/new`, PATH, { first_name: 'Ada' });
    expect(empty.html).toContain('Phone: Enter a phone number.');
  });

  it('notices that somebody else has saved meanwhile', async () => {
    const { id, phone } = await aContact();
    const hidden = await owner.hiddenOf(`${PATH}/${id}/edit`, `${PATH}/${id}`);
    await acme.patch(`/api/contacts/${id}`, { first_name: 'Theirs' });
    const seen = await owner.post(`${PATH}/${id}`, { ...hidden, phone, first_name: 'Mine' });
    expect(seen.status).toBe(412);
    expect(seen.html).toContain('value="Mine"');
    expect((await read(id)).first_name).toBe('Theirs');
  });
});

describe('the do-not-call list', () => {
  it('is set with a reason, lifted after a question, and its history is kept', async () => {
    const { id, phone } = await aContact({ first_name: 'Ada' });
    const form = `${PATH}/${id}/do-not-call`;
    const refused = await owner.submit(form, form, { do_not_call_reason: 'x'.repeat(501) });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(`value="${'x'.repeat(501)}"`);
    expect((await read(id)).do_not_call).toBe(false);
    await owner.submit(form, form, { do_not_call_reason: 'Asked <b>by mail</b>' });
    expect((await owner.get(`${PATH}?search=${phone.slice(-7)}`)).html).toContain(
      'Asked &lt;b>by mail&lt;/b>',
    );
    expect((await read(id)).do_not_call).toBe(true);
    const listed = (await owner.get(`${PATH}/${id}`)).html;
    expect(listed).toContain(`Put on the list by ${owner.email}, `);
    expect(listed).toContain('Reason: Asked &lt;b>by mail&lt;/b>');
    expect(listed).not.toContain('Call contact');
    const question = `${PATH}/${id}/allow-calls?number=${encodeURIComponent(phone)}`;
    expect(listed).toContain(question);
    await owner.submit(question, `${PATH}/${id}/allow-calls`);
    expect((await read(id)).do_not_call).toBe(false);
    const { html } = await owner.get(`${PATH}/${id}`);
    for (const entry of ['Put on the list', 'Taken off the list', `by ${owner.email}`])
      expect(html).toContain(entry);
  });

  it('of a number that another contact has is no business of this one', async () => {
    const [one, other] = [await aContact(), await aContact({ do_not_call: true })];
    const question = `${PATH}/${one.id}/allow-calls`;
    expect((await owner.get(`${question}?number=${encodeURIComponent(other.phone)}`)).status).toBe(404);
    const forged = await owner.submit(question, question, { number: other.phone });
    expect(forged.status).toBe(404);
    const form = `${PATH}/${one.id}/do-not-call`;
    expect((await owner.submit(form, form, { number: other.phone })).status).toBe(404);
    expect((await read(other.id)).do_not_call).toBe(true);
  });
});

describe('the page of a contact', () => {
  it('says of a number whose country is not called that it is not, and offers no call', async () => {
    const called = (await owner.get(`${PATH}/${(await aContact()).id}`)).html;
    expect(called).toContain('May be called');
    expect(called).toContain('Call contact');
    const { id } = await aContact({ phone: '+442079460958' });
    const { html } = await owner.get(`${PATH}/${id}`);
    expect(html).toContain('Not called');
    expect(html).not.toContain('May be called');
    expect(html).not.toContain('Call contact');
  });

  it('tells of its calls what their own pages tell', async () => {
    const { id, phone } = await aContact({ first_name: 'Ada' });
    const org = acme.organizationId;
    for (const judged of [
      { call_success: true },
      { call_success: false },
      { call_success: false, went_to_voicemail: true },
      { status: 'in-progress', ended_at: null, ended_reason: null },
    ])
      await aCall(service, org, { contact_id: id, ...judged });
    const { html } = await owner.get(`${PATH}/${id}`);
    for (const shown of [
      /status good">Completed<\/span><small>successful</,
      /status bad">Completed<\/span><small>not successful</,
      /status off">Voicemail</,
      /status live">In progress</,
    ])
      expect(html).toMatch(shown);
    expect(html).toContain(`/settings/calls/new?phone_number=${encodeURIComponent(phone)}`);
  });
});

describe('merging on the page', () => {
  it('offers who looks like the same person, keeps what was chosen, and leads old addresses to who stayed', async () => {
    const stays = await aContact({
      first_name: 'Ada',
      email: 'same@example.com',
      company: 'Old',
      variables: { plan: 'Pro' },
    });
    const goes = await aContact({
      first_name: 'A.',
      email: 'same@example.com',
      company: 'New',
      variables: { plan: 'Basic', seats: 3 },
    });
    const offered = await owner.get(`${PATH}/${stays.id}/merge`);
    expect(namesIn(offered.html)).toEqual(['A.']);
    const path = `${PATH}/${stays.id}/merge/${goes.id}`;
    const { html: compared } = await owner.get(path);
    expect(compared).toContain('<code>plan</code>: Pro<small>A. has “Basic”, which is lost.</small>');
    expect(compared).toContain('<code>seats</code>: 3</li>');
    const chosen = { company: 'other', first_name: 'own' };
    const untyped = await owner.submit(path, path, { ...chosen, confirm: 'Ada' });
    expect(untyped.status).toBe(422);
    expect(untyped.html).toContain('id="confirm-problem"');
    const merged = await owner.submit(path, path, { ...chosen, confirm: 'A.' });
    expect(merged.location).toBe(`${PATH}/${stays.id}`);
    expect(await read(stays.id)).toMatchObject({ first_name: 'Ada', company: 'New', phone: stays.phone });
    expect((await owner.get(`${PATH}/${goes.id}`)).location).toBe(`${PATH}/${stays.id}`);
    expect((await owner.get(`${PATH}/${stays.id}`)).html).toContain('Former number');
  });

  it('tells two of one name apart by their numbers, and has the number typed of the one that goes', async () => {
    const stays = await aContact({ first_name: 'Ada', last_name: 'King' });
    const goes = await aContact({ first_name: 'ada', last_name: 'King' });
    const path = `${PATH}/${stays.id}/merge/${goes.id}`;
    const [kept, given] = [stays, goes].map(({ phone }) => asShown(phone).replaceAll(' ', '\u00A0'));
    const { html } = await owner.get(path);
    expect(html).toContain(`Merge \u2068ada King\u2069 (${given}) into \u2068Ada King\u2069 (${kept})`);
    expect(html).toContain(`Stays: \u2068Ada King\u2069 (${kept}), created`);
    for (const confirm of ['Ada King', 'ada King', asShown(stays.phone)])
      expect((await owner.submit(path, path, { confirm })).status).toBe(422);
    expect((await owner.submit(path, path, { confirm: asShown(goes.phone) })).location).toBe(
      `${PATH}/${stays.id}`,
    );
    expect((await acme.get(`/api/contacts/${goes.id}`)).status).toBe(404);
  });

  it('says that a former number is on the do-not-call list, and lets it be taken off', async () => {
    const [stays, goes] = [await aContact(), await aContact({ do_not_call: true })];
    const path = `${PATH}/${stays.id}/merge/${goes.id}`;
    expect((await owner.get(path)).html).toContain('on the do-not-call list');
    await owner.submit(path, path, { confirm: asShown(goes.phone) });
    const { html } = await owner.get(`${PATH}/${stays.id}`);
    expect(html).toContain('A former number is on the do-not-call list.');
    const question = `${PATH}/${stays.id}/allow-calls?number=${encodeURIComponent(goes.phone)}`;
    await owner.submit(question, `${PATH}/${stays.id}/allow-calls`);
    expect((await owner.get(`${PATH}/${stays.id}`)).html).not.toContain('A former number is on');
  });

  it('leaves a former number that can be put on the do-not-call list like the present one', async () => {
    const [stays, goes] = [await aContact({ do_not_call: true }), await aContact()];
    const path = `${PATH}/${stays.id}/merge/${goes.id}`;
    await owner.submit(path, path, { confirm: asShown(goes.phone) });
    const contact = `${PATH}/${stays.id}`;
    const form = `${contact}/do-not-call?number=${encodeURIComponent(goes.phone)}`;
    const { html } = await owner.get(contact);
    expect(html).toContain('A former number may still be called.');
    expect(html).toContain(form);
    const saved = await owner.submit(form, `${contact}/do-not-call`, { do_not_call_reason: 'Asked by mail' });
    expect(saved.location).toBe(contact);
    const listed = await service.db.query(`SELECT reason FROM do_not_call WHERE number = $1`, [goes.phone]);
    expect(listed).toEqual([{ reason: 'Asked by mail' }]);
    expect((await owner.get(contact)).html).not.toContain('may still be called');
  });

  it('is refused when one of the two was changed while they were compared', async () => {
    const [stays, goes] = [await aContact(), await aContact()];
    const path = `${PATH}/${stays.id}/merge/${goes.id}`;
    const hidden = await owner.hiddenOf(path, path);
    await acme.patch(`/api/contacts/${goes.id}`, { first_name: 'Changed' });
    const confirm = 'Changed';
    expect((await owner.post(path, { ...hidden, confirm })).status).toBe(412);
    expect((await acme.get(`/api/contacts/${goes.id}`)).status).toBe(200);
  });
});

describe('a contact’s country', () => {
  it('is chosen by name, and one that is none outlives a save of something else', async () => {
    const { id } = await aContact({ first_name: 'Ada', country_code: 'DE' });
    const edit = `${PATH}/${id}/edit`;
    expect((await owner.get(edit)).html).toContain('<option value="DE" selected>Germany (DE)</option>');
    expect((await owner.get(`${PATH}/${id}`)).html).toContain('Germany (DE)');
    await owner.submit(edit, `${PATH}/${id}`, { phone: '+13125559876', country_code: 'SE' });
    expect(await read(id)).toMatchObject({ country_code: 'SE', phone: '+13125559876' });
    await service.db.query(`UPDATE contacts SET country_code = 'ZZ' WHERE id = $1`, [id]);
    expect((await owner.get(edit)).html).toContain('<option value="ZZ" selected>ZZ</option>');
    const saved = await owner.submit(edit, `${PATH}/${id}`, {
      phone: '+1 312 555 9876',
      company: 'Engines',
      country_code: 'ZZ',
    });
    expect(saved.location).toBe(`${PATH}/${id}`);
    expect(await read(id)).toMatchObject({ country_code: 'ZZ', company: 'Engines' });
    await owner.submit(edit, `${PATH}/${id}`, { phone: '+1 312 555 9876', country_code: '' });
    expect(await read(id)).toMatchObject({ country_code: null });
  });
});

describe('deleting on the page', () => {
  it('needs the name typed, or the number of who has none', async () => {
    const { id, phone } = await aContact();
    const path = `${PATH}/${id}/delete`;
    const refused = await owner.submit(path, path, { confirm: '' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(`href="${PATH}/${id}/erase"`);
    expect((await acme.get(`/api/contacts/${id}`)).status).toBe(200);
    const shown = phone.replace(/(\d{3})(\d{3})(\d{4})$/, ' $1 $2 $3');
    expect((await owner.submit(path, path, { confirm: shown })).location).toBe(PATH);
    expect((await acme.get(`/api/contacts/${id}`)).status).toBe(404);
  });
});

describe('what is said before a contact goes', () => {
  it.each(['delete', 'erase'])(
    'on the page to %s it: which numbers stay on the do-not-call list',
    async (act) => {
      const [listed, callable] = [await aContact({ do_not_call: true }), await aContact()];
      const said = async ({ id }: { id: string }) => (await owner.get(`${PATH}/${id}/${act}`)).html;
      const shown = listed.phone.replace(/(\d{3})(\d{3})(\d{4})$/, ' $1 $2 $3');
      expect(await said(listed)).toContain(`${shown} stays on the do-not-call list.`);
      expect(await said(callable)).not.toContain('do-not-call list');
    },
  );
});

describe('erasing on the page', () => {
  it('needs the name typed', async () => {
    const { id } = await aContact({ first_name: 'Ada', last_name: 'Lovelace' });
    const path = `${PATH}/${id}/erase`;
    const refused = await owner.submit(path, path, { confirm: 'Ada' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Type “Ada Lovelace” to confirm: Must be typed exactly as it is written.');
    expect(refused.html).toMatch(/<input value="Ada"[^>]* name="confirm"/);
    expect((await owner.submit(path, path, { confirm: 'Ada Lovelace' })).location).toBe(PATH);
    expect((await acme.get(`/api/contacts/${id}`)).status).toBe(404);
  });
});

describe('who only looks', () => {
  it('sees contacts and no way to change them', async () => {
    const viewer = await aVisitor(service, acme.organizationId, 'viewer');
    const { id } = await aContact({ first_name: 'Ada' });
    for (const path of [PATH, `${PATH}/${id}`]) {
      const { status, html } = await viewer.get(path);
      expect(status).toBe(200);
      expect(html).not.toMatch(
        /Create contact|Edit contact|Delete contact|Merge contact|Call contact|Do not call\s*<\/a>/,
      );
    }
  });
});

describe('in a browser', () => {
  let walk: PageWalk;
  let page: Page;
  let org: Client;

  beforeAll(async () => {
    org = await service.anOrganization('Acme Heating & Cooling');
    walk = await PageWalk.begin(service, org.organizationId);
    page = walk.page;
  }, 120_000);
  afterAll(() => walk?.end());

  it('contacts are made, found, changed, merged, blocked, allowed and erased', async () => {
    expect(await walk.open(PATH)).toBe(200);
    await walk.inspect('contacts-empty');
    await page.getByRole('link', { name: 'Create contact' }).first().click();
    await walk.inspect('contact-new');
    await page.getByLabel('Phone').fill('312');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page.getByRole('alert').waitFor();
    await walk.inspect('contact-refused');
    await page.getByLabel('Phone').fill('(312) 555-0142');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace <b>King</b>');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Tags').fill('vip\nnewsletter');
    await page.getByRole('button', { name: 'Add variable' }).click();
    await page.getByLabel('Name of variable 3').fill('plan');
    await page.getByLabel('Value of variable 3').fill('Pro <i>yearly</i>');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page.getByText('was created').waitFor();
    const contact = new URL(page.url()).pathname;

    await fillHistory(contact.split('/').at(-1) ?? '');
    await page.goto(service.url + contact);
    await walk.inspect('contact');
    await page.getByRole('link', { name: 'Edit contact' }).click();
    await walk.inspect('contact-edit');

    await page.goto(`${service.url}${PATH}?search=555`);
    await walk.inspect('contacts');
    await page.goto(`${service.url}${PATH}?search=nobody`);
    await walk.inspect('contacts-nothing-found');

    await page.goto(service.url + contact);
    await page.getByRole('link', { name: 'Do not call' }).click();
    await page.getByLabel('Reason').fill('Wrote on 3 May that she wants no calls. <script>alert(1)</script>');
    await walk.inspect('contact-do-not-call');
    await page.getByRole('button', { name: 'Put on do-not-call list' }).click();
    await page.getByText('is not called any more').waitFor();
    expect(await page.getByText('Do-not-call history').count()).toBe(0);
    await walk.inspect('contact-blocked');
    await page.getByRole('link', { name: 'Allow calls' }).click();
    await walk.inspect('contact-allow-calls');
    await page.getByRole('button', { name: 'Allow calls' }).click();
    await page.getByText('may be called again').waitFor();
    await page.getByText('Do-not-call history').click();
    await walk.inspect('contact-allowed-again');

    await page.getByRole('link', { name: 'Merge contact' }).click();
    await walk.inspect('contact-merge-search');
    await page.getByRole('link', { name: 'Augusta' }).click();
    await walk.inspect('contact-merge');
    await page.getByLabel('Company: Difference Engines').check();
    await page.getByLabel('to confirm').fill('Augusta King');
    await page.getByRole('button', { name: 'Merge contacts' }).click();
    await page.getByText('was merged into').waitFor();
    await page.getByText('Difference Engines').waitFor();
    await walk.inspect('contact-merged');

    await page.getByRole('link', { name: 'Delete contact' }).click();
    await walk.inspect('contact-delete');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Erase personal data' }).click();
    await page.getByRole('button', { name: 'Erase personal data' }).click();
    await page.getByRole('alert').waitFor();
    await walk.inspect('contact-erase-refused');
    await page.getByLabel('Type “Ada Lovelace <b>King</b>” to confirm').fill('Ada Lovelace <b>King</b>');
    await page.getByRole('button', { name: 'Erase personal data' }).click();
    await page.getByText('were erased').waitFor();
  }, 300_000);

  it('two e-mail addresses are compared on a narrow screen, broken only behind their at signs and dots', async () => {
    const ids: string[] = [];
    for (const email of [
      'ada.lovelace@analytical-engines.example',
      'augusta.king@difference-engines.example',
    ])
      ids.push((await org.post('/api/contacts', { phone: aPhone(), first_name: 'Ada', email })).body.id);
    await walk.open(`${PATH}/${ids.join('/merge/')}`);
    await walk.inspect('contact-merge-long');
    await page.setViewportSize({ width: 360, height: 780 });
    for (const part of ['lovelace@', 'analytical-engines.', 'difference-engines.'])
      expect({ part, lines: await linesOf(part) }).toEqual({ part, lines: 1 });
  }, 60_000);

  it('contacts come from a file, after a look at how it is read', async () => {
    await page.goto(`${service.url}${PATH}`);
    await page.getByRole('link', { name: 'Import contacts' }).click();
    await walk.inspect('import-form');
    await page.getByRole('button', { name: 'Upload file' }).click();
    await page.getByRole('alert').waitFor();
    await walk.inspect('import-refused');
    const rows = [
      'Name,Phone,E-mail,Company,Tags,Shoe size',
      'Katherine <b>Johnson</b>,(312) 555-0161,katherine@example.com,NASA,"vip, lead",7',
      'Dorothy Vaughan,312 555 0162,no address,NASA,lead,6',
      'Mary Jackson,12,mary@example.com,NASA,,5',
    ];
    const buffer = Buffer.from(rows.join('\n'));
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'people of 1958.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Upload file' }).click();
    await page.getByText('would make no contact').waitFor();
    await walk.inspect('import-preview');
    await page.getByRole('button', { name: 'Import file' }).click();
    await page.getByText('Completed').waitFor();
    await walk.inspect('import-done');
    await page.getByRole('link', { name: 'Show contacts' }).click();
    await page.getByRole('link', { name: 'Katherine <b>Johnson</b>' }).waitFor();
  }, 240_000);

  /** Calls, intakes, others beside it, and somebody who looks like the same person. */
  /** On how many lines a piece of the text in a table stands. */
  const linesOf = (text: string): Promise<unknown> =>
    page.evaluate(`(() => {
      const texts = document.createTreeWalker(document.querySelector('tbody'), NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const start = texts.currentNode.data.indexOf('${text}');
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(texts.currentNode, start);
        range.setEnd(texts.currentNode, start + ${text.length});
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      }
    })()`);

  async function fillHistory(id: string): Promise<void> {
    const agent_id = await anAgent(service, org.organizationId, 'Ava <b>Sales</b>');
    for (const [status, ended_reason, started_at] of [
      ['completed', 'customer-ended-call', '2026-01-15T10:30:00.000Z'],
      ['no-answer', 'customer-did-not-answer', '2026-01-14T10:30:00.000Z'],
      ['failed', 'provider-unavailable', '2026-01-13T10:30:00.000Z'],
    ] as const) {
      await aCall(service, org.organizationId, {
        contact_id: id,
        agent_id,
        status,
        ended_reason,
        started_at,
        phone_number: '+13125550142',
      });
    }
    const mapping = await aMapping(org, { name: 'Typeform <b>leads</b>' });
    await mapping.post({ phone: '+13125550142', email: 'ada@example.com' });
    const others = [
      ['+13125550143', 'Augusta', 'King', ['lead'], false],
      ['+13125550144', 'Grace', 'Hopper', ['navy', '<b>cobol</b>', 'vip', 'lead', 'speaker'], true],
      ['+442079460958', 'Alan', 'Turing', [], false],
    ] as const;
    for (const [phone, first_name, last_name, tags, do_not_call] of others) {
      const email = first_name === 'Augusta' ? 'ada@example.com' : `${first_name.toLowerCase()}@example.com`;
      const company =
        first_name === 'Augusta' ? 'Difference Engines' : 'A company with a rather long name Inc.';
      const fields = { phone, first_name, last_name, tags, email, company, do_not_call };
      await org.post('/api/contacts', fields);
    }
    await org.patch(`/api/contacts/${id}`, { company: 'Analytical Engines' });
    await org.post('/api/contacts', { phone: '+13125550145' });
  }
});
