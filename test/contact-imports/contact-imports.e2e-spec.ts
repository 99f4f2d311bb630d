import { parse } from 'csv-parse/sync';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Seen, type Visitor } from '../support/visitor.js';

let service: TestService;
let acme: Client;
let owner: Visitor & { email: string };

const PATH = '/settings/contact-imports';

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  acme = await service.anOrganization();
  owner = await aVisitor(service, acme.organizationId);
});
afterAll(() => service.stop());

const upload = (content: string | Uint8Array, name = 'people.csv'): Promise<Seen> =>
  owner.upload(PATH, PATH, { name, content });

/** Uploads a file, starts its import and waits for its end. */
async function importFile(content: string, choices: Record<string, string> = {}): Promise<string> {
  const { location } = await upload(content);
  const started = await owner.submit(location ?? '', location ?? '', choices);
  expect(started.location).toBe(location);
  const id = location?.split('/').at(-1) ?? '';
  await eventually(async () => {
    const [file] = await service.db.query(`SELECT status FROM contact_imports WHERE id = $1`, [id]);
    return file.status === 'completed';
  }, 60);
  return id;
}

const counts = async (id: string) =>
  (
    await service.db.query(
      `SELECT row_count AS rows, created_count AS created, updated_count AS updated, unchanged_count AS unchanged,
              refused_count AS refused FROM contact_imports WHERE id = $1`,
      [id],
    )
  )[0];

const contacts = async (query = ''): Promise<Record<string, unknown>[]> =>
  (await acme.get(`/api/contacts?limit=100${query}`)).body.data;

const exported = async (query = ''): Promise<string[][]> => {
  const { status, html } = await owner.get(`/settings/contacts/export${query}`);
  expect(status).toBe(200);
  return parse(html, { bom: true });
};

describe('importing a file', () => {
  it('finds the columns by their names, and makes contacts by the rules of intake', async () => {
    const id = await importFile(
      [
        'Full Name;Mobile Phone;E-Mail;Company Name;Labels;Opt Out;variables.plan;Favourite Colour',
        '"Lovelace, Ada";(312) 555-0142;ada@example.com;"Engines; Analytical";"vip, lead";;Pro;red',
        'Grace Hopper;312.555.0143;no address;;;yes;;',
        'Nobody;12;;;;;;',
        '',
        'Somebody;;;;;;;',
      ].join('\r\n'),
      { tags: 'imported', keep_others: 'on' },
    );
    expect(await counts(id)).toEqual({ rows: 4, created: 2, updated: 0, unchanged: 0, refused: 2 });
    const [grace, ada] = (await contacts()).toSorted((a, b) =>
      String(b['phone']).localeCompare(String(a['phone'])),
    );
    expect(ada).toMatchObject({
      phone: '+13125550142',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      company: 'Engines; Analytical',
      tags: ['imported', 'vip', 'lead'],
      variables: { plan: 'Pro', Favourite_Colour: 'red' },
      source: 'import',
    });
    expect(grace).toMatchObject({ email: null, do_not_call: true });
    const told = await owner.get(`${PATH}/${id}`);
    for (const words of [owner.email, 'Fill what is empty', 'imported', 'Kept as variables', '3 problems'])
      expect(told.html).toContain(words);
    expect(told.html).toContain('is not an e-mail address</td>');
    const { html } = await owner.get(`${PATH}/${id}/problems`);
    expect(parse(html, { bom: true })).toEqual([
      ['row', 'column', 'problem', 'imported'],
      ['3', 'E-Mail', 'is not an e-mail address; skipped', 'without this value'],
      ['4', 'Mobile Phone', expect.stringContaining('too few digits'), 'no'],
      ['6', 'Mobile Phone', 'is empty', 'no'],
    ]);
    const events = await service.db.query(`SELECT type FROM events WHERE organization_id = $1 ORDER BY id`, [
      acme.organizationId,
    ]);
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'contact.opted_out',
      'contact.created',
      'contact.created',
    ]);
  });

  it.each([
    ['fill_missing', { first_name: 'Ada', company: 'New', tags: ['old', 'new'] }, 'updated'],
    ['overwrite', { first_name: 'Augusta', company: 'New', tags: ['old', 'new'] }, 'updated'],
    ['skip', { first_name: 'Ada', company: null, tags: ['old'] }, 'unchanged'],
  ] as const)(
    'meets contacts that exist with %s, and numbers that were given up',
    async (on_duplicate, expected, outcome) => {
      const { body: stays } = await acme.post('/api/contacts', {
        phone: '+13125550150',
        first_name: 'Ada',
        tags: ['old'],
      });
      const { body: goes } = await acme.post('/api/contacts', { phone: '+13125550151', do_not_call: true });
      await acme.post(`/api/contacts/${stays.id}/merge`, { contact_id: goes.id });
      const id = await importFile(
        'phone,first name,company,tags,do_not_call\n3125550151,Augusta,New,new,false',
        {
          on_duplicate,
        },
      );
      expect(await counts(id)).toMatchObject({ rows: 1, created: 0, [outcome]: 1 });
      expect(await contacts()).toMatchObject([{ id: stays.id, phone: '+13125550150', ...expected }]);
      const listed = await service.db.query(`SELECT number FROM do_not_call WHERE organization_id = $1`, [
        acme.organizationId,
      ]);
      expect(listed).toEqual([{ number: '+13125550151' }]);
    },
  );

  it('reads what was exported as it was, formulas, markup, tags with semicolons and all', async () => {
    const strange = {
      phone: '+13125550160',
      first_name: '=HYPERLINK("http://evil.example")',
      last_name: "'=1",
      company: '@SUM(A1:A9), "quoted"\nand a line',
      tags: ['a;b', 'plain', '<b>bold</b>'],
      variables: { '=plan': '+1', nested: { list: [1, null] } },
      crm_id: '-1',
      timezone: 'America/Chicago',
    };
    await acme.post('/api/contacts', strange);
    const rows = await exported();
    const [header = [], row = []] = rows;
    const cell = (name: string) => row[header.indexOf(name)];
    expect(cell('phone')).toBe('+13125550160');
    expect(cell('first_name')).toBe(`'=HYPERLINK("http://evil.example")`);
    expect(row.filter((text) => /^[=@\t\r-]/.test(text))).toEqual([]);

    const { html: file } = await owner.get('/settings/contacts/export');
    const other = await service.anOrganization();
    owner = await aVisitor(service, other.organizationId);
    acme = other;
    await importFile(file);
    expect(await contacts()).toMatchObject([strange]);
  });

  it('exports what the list shows, and nobody else’s contacts', async () => {
    const globex = await service.anOrganization();
    await globex.post('/api/contacts', { phone: '+13125550170', tags: ['vip'] });
    await service.db.query(
      `INSERT INTO contacts (organization_id, id, phone, tags, source)
       SELECT $1, gen_random_uuid(), '+1415' || (5000000 + n), CASE WHEN n % 2 = 0 THEN ARRAY['vip'] ELSE '{}' END, 'api'
         FROM generate_series(1, 1200) n`,
      [acme.organizationId],
    );
    const phones = (await exported('?tag=vip')).slice(1).map(([phone]) => phone);
    expect(phones).toHaveLength(600);
    expect(new Set(phones).size).toBe(600);
    expect(phones).not.toContain('+13125550170');
    expect(await exported('?search=nobody')).toHaveLength(1);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'Is empty.'],
    ['only names', 'phone,name\n', 'Has no rows below the first'],
    ['no text', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]), 'Is no CSV file'],
    ['another encoding', new Uint8Array([0x70, 0x0a, 0xe9, 0x0a]), 'Is not text in UTF-8'],
    [
      'too many columns',
      Array.from({ length: 101 }, (_, n) => `c${n}`).join(','),
      'Has more than 100 columns',
    ],
    ['an endless cell', `phone\n"${'x'.repeat(200_000)}"`, 'Cannot be read as CSV'],
  ])('refuses a file with %s beside its field, and keeps nothing of it', async (_, content, text) => {
    const refused = await upload(content);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('id="file-problem"');
    expect(refused.html).toContain(text);
    const kept = await service.db.query(`SELECT id FROM contact_imports WHERE organization_id = $1`, [
      acme.organizationId,
    ]);
    expect(kept).toEqual([]);
  });

  it('refuses a file that comes with no form of ours', async () => {
    const body = new FormData();
    body.append('_token', 'forged');
    body.append('file', new File(['phone\n1'], 'people.csv'));
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(service.url + PATH, { method: 'POST', body, headers: { cookie } });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('This form has expired');
    const kept = await service.db.query(`SELECT FROM contact_imports WHERE organization_id = $1`, [
      acme.organizationId,
    ]);
    expect(kept).toEqual([]);
  });

  it('shows how rows would be read before anything is imported, and markup as text', async () => {
    const { location } = await upload(
      'phone,first name,<b>x</b>\n3125550180,<script>alert(1)</script>,y\n12,,',
    );
    const { html } = await owner.get(location ?? '');
    expect(html).toContain('1 of 2 rows would make no contact.');
    expect(html).toContain('2 rows. Nothing is imported yet.');
    expect(html).toContain('phone “12” has too few digits for its country');
    expect(html).toContain('&lt;script>alert(1)&lt;/script>');
    expect(html).toContain('&lt;b>x&lt;/b>');
    expect(await contacts()).toEqual([]);
  });

  it('shows what was chosen again when it is refused', async () => {
    const { location } = await upload('phone\n3125550181');
    expect((await owner.get(location ?? '')).html).toContain('1 row. Nothing is');
    const choices = { tags: 'a'.repeat(101), on_duplicate: 'skip', keep_others: 'on' };
    const { status, html } = await owner.submit(location ?? '', location ?? '', choices);
    expect(status).toBe(422);
    expect(html).toContain('Tags for all of them: Must be at most');
    expect(html).toContain(choices.tags);
    expect(html).toMatch(/<option value="skip" selected/);
    expect(html).toMatch(/<input[^>]*name="keep_others"[^>]*checked/);
  });

  it('forgets a person who is erased in files that wait, too', async () => {
    const { location } = await upload(
      'phone,email\n(312) 555-0190,ada@example.com\n312 555 0191,grace@example.com\n',
    );
    const { body: ada } = await acme.post('/api/contacts', { phone: '+13125550190' });
    await acme.delete(`/api/contacts/${ada.id}?erase=true`);
    const [chunk] = await service.db.query(
      `SELECT rows::text FROM contact_import_chunks WHERE import_id = $1`,
      [location?.split('/').at(-1)],
    );
    expect(chunk.rows).not.toContain('555-0190');
    expect(chunk.rows).toContain('grace@example.com');
  });

  it('takes thousands of rows, twice about the same people and while others post, and makes each contact once', async () => {
    const row = (n: number) => `+1415${5_000_000 + (n % 1500)},Person ${n}`;
    const file = ['phone,first name', ...Array.from({ length: 3000 }, (_, n) => row(n))].join('\n');
    const others = Array.from({ length: 20 }, (_, n) =>
      acme.post('/api/contacts', { phone: `+1415${5_001_000 + n * 7}`, last_name: 'Posted' }),
    );
    const id = await importFile(file);
    const posted = (await Promise.all(others)).filter(({ status }) => status === 201).length;
    const { rows, created, updated, unchanged, refused } = await counts(id);
    expect({ rows, refused, contacts: created + posted, met: created + updated + unchanged }).toEqual({
      rows: 3000,
      refused: 0,
      contacts: 1500,
      met: 3000,
    });
    expect((await acme.get('/api/contacts?limit=1')).body.pagination.total).toBe(1500);
  }, 120_000);
});
