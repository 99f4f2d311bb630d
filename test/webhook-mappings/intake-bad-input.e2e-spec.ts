import { request as httpRequest } from 'node:http';
import type { Client } from '../support/client.js';
import { aMapping, aPhone, type Mapping } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;
let mapping: Mapping;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  mapping = await aMapping(acme, {
    field_mappings: [
      { source: 'phone', target: 'phone' },
      { source: 'mobile', target: 'phone' },
      { source: 'firstName', target: 'firstName' },
      { source: '__proto__', target: 'lastName' },
      { source: 'constructor', target: 'company' },
    ],
  });
});
afterAll(() => service.stop());

const contacts = async (): Promise<number> => (await acme.get('/api/contacts')).body.pagination.total;
const newestLine = async () => (await acme.get(`${mapping.path}/requests?limit=1`)).body.data[0];

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const withPhone = (json: string): string => `{"phone":"+13125559999",${json}}`;
const multipart = (...parts: string[]): string =>
  `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const PHONE_PART = 'Content-Disposition: form-data; name="phone"\r\n\r\n+13125559999';
const INVALID_JSON = { error: 'Invalid JSON body', code: 'invalid_request' };
const INVALID_FORM = { error: 'Invalid form body', code: 'invalid_request' };
const UNSUPPORTED = { error: 'Unsupported media type', code: 'unsupported_media_type' };

describe('a body that is refused', () => {
  it.each<[string, string, string | Buffer, number, object]>([
    ['nothing', JSON_TYPE, '', 400, INVALID_JSON],
    ['no JSON', JSON_TYPE, 'phone=+13125559999', 400, INVALID_JSON],
    ['JSON with more behind it', JSON_TYPE, '{"phone":"+13125559999"}{}', 400, INVALID_JSON],
    ['half of a JSON', JSON_TYPE, '{"phone":"+13125559999"', 400, INVALID_JSON],
    ['null', JSON_TYPE, 'null', 400, INVALID_JSON],
    ['a text', JSON_TYPE, '"+13125559999"', 400, INVALID_JSON],
    ['a number', JSON_TYPE, '13125559999', 400, INVALID_JSON],
    ['an empty list', JSON_TYPE, '[]', 400, INVALID_JSON],
    ['a list of two', JSON_TYPE, '[{"phone":"+13125559999"},{}]', 400, INVALID_JSON],
    ['a list in a list', JSON_TYPE, '[[{"phone":"+13125559999"}]]', 400, INVALID_JSON],
    ['33 levels', JSON_TYPE, withPhone(`"a":${deep(32)}`), 400, INVALID_JSON],
    ['40,000 levels', JSON_TYPE, '['.repeat(40_000), 400, INVALID_JSON],
    ['invalid UTF-8', JSON_TYPE, Buffer.from(withPhone('"a":"\xff\xfe"'), 'latin1'), 400, INVALID_JSON],
    ['overlong UTF-8', JSON_TYPE, Buffer.from(withPhone('"a":"\xc0\x80"'), 'latin1'), 400, INVALID_JSON],
    ['UTF-16', JSON_TYPE, Buffer.from(withPhone('"a":1'), 'utf16le'), 400, INVALID_JSON],
    ['a NUL', JSON_TYPE, withPhone('"a":"x\\u0000y"'), 400, INVALID_JSON],
    ['a NUL in a name', JSON_TYPE, withPhone('"a\\u0000b":1'), 400, INVALID_JSON],
    ['half of a surrogate pair', JSON_TYPE, withPhone('"a":"\\ud800"'), 400, INVALID_JSON],
    ['halves in the wrong order', JSON_TYPE, withPhone('"a":["\\udc00\\ud800"]'), 400, INVALID_JSON],
    ['a percent sign that means nothing', FORM, 'phone=%2B13125559999&a=%zz', 400, INVALID_FORM],
    ['percent-encoded bytes that are no UTF-8', FORM, 'phone=%2B13125559999&a=%ff', 400, INVALID_FORM],
    ['a percent-encoded NUL', FORM, 'phone=%2B13125559999&a=%00', 400, INVALID_FORM],
    ['1,001 fields', FORM, `phone=%2B13125559999${'&a=1'.repeat(1_000)}`, 400, INVALID_FORM],
    [
      'a file',
      MULTIPART,
      multipart(
        PHONE_PART,
        'Content-Disposition: form-data; name="cv"; filename="cv.txt"\r\nContent-Type: text/plain\r\n\r\nhello',
      ),
      400,
      INVALID_FORM,
    ],
    ['parts without their end', MULTIPART, `--b\r\n${PHONE_PART}`, 400, INVALID_FORM],
    ['no parts', MULTIPART, 'phone=1', 400, INVALID_FORM],
    ['a multipart body without a boundary', 'multipart/form-data', multipart(PHONE_PART), 400, INVALID_FORM],
    ['text', 'text/plain', '{"phone":"+13125559999"}', 415, UNSUPPORTED],
    ['XML', 'application/xml', '<phone>+13125559999</phone>', 415, UNSUPPORTED],
    ['another JSON', 'application/vnd.api+json', '{"phone":"+13125559999"}', 415, UNSUPPORTED],
    ['another charset', 'application/json; charset=latin1', '{"phone":"+13125559999"}', 415, UNSUPPORTED],
    ['no type', '', '{"phone":"+13125559999"}', 415, UNSUPPORTED],
    [
      'more than 256 KB',
      JSON_TYPE,
      withPhone(`"a":"${'x'.repeat(256 * 1024)}"`),
      413,
      { code: 'payload_too_large' },
    ],
  ])('%s (%s)', async (_, type, body, status, error) => {
    const before = await contacts();
    const answer = await mapping.post(body, { 'content-type': type });
    expect(answer).toMatchObject({ status, body: { status, ...error } });
    expect(answer.text).not.toMatch(/\.js:|node_modules|Unexpected token|select /i);
    expect(await contacts()).toBe(before);
    expect(await newestLine()).toMatchObject({
      outcome: 'rejected',
      status,
      reason: answer.body.error,
      reason_code: answer.body.code,
      details: answer.body.details,
      payload: null,
      payload_bytes: 0,
      contact_id: null,
    });
  });

  it('more than 256 KB that were not announced', async () => {
    const before = await contacts();
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { ...mapping.headers, 'content-type': JSON_TYPE };
      const sent = httpRequest(mapping.address, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.write('{"phone":"+13125559999","a":"');
      for (let kilobytes = 0; kilobytes < 300; kilobytes += 10) sent.write('x'.repeat(10 * 1024));
      sent.end('"}');
    });
    expect(status).toBe(413);
    expect(await contacts()).toBe(before);
    expect(await newestLine()).toMatchObject({
      status: 413,
      reason_code: 'payload_too_large',
      payload: null,
    });
  });

  it('a body that is packed', async () => {
    const answer = await mapping.post('{"phone":"+13125559999"}', { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({ status: 415, body: UNSUPPORTED });
  });
});

describe('a body that is odd, and taken', () => {
  it.each<[string, string, string | Buffer]>([
    ['32 levels', JSON_TYPE, withPhone(`"a":${deep(31)}`)],
    ['a list of one', JSON_TYPE, `[${withPhone('"a":1')}]`],
    ['a byte order mark', JSON_TYPE, `\ufeff${withPhone('"a":1')}`],
    ['charset=UTF-8', 'application/json; charset=UTF-8', withPhone('"a":1')],
    ['a type in capitals', 'Application/JSON', withPhone('"a":1')],
    ['nearly 256 KB', JSON_TYPE, withPhone(`"a":"${'x'.repeat(256 * 1024 - 40)}"`)],
    ['a form', FORM, 'phone=%2B13125559999&a=b'],
    [
      'a multipart form with an empty file input',
      MULTIPART,
      multipart(
        PHONE_PART,
        'Content-Disposition: form-data; name="cv"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n',
      ),
    ],
  ])('%s', async (_, type, body) => {
    const answer = await mapping.post(body, { 'content-type': type });
    expect(answer.body).toMatchObject({ contact: { phone: '+13125559999' } });
    expect(await newestLine()).toMatchObject({
      outcome: answer.body.status,
      payload_bytes: Buffer.byteLength(body),
    });
  });

  it('of equal names the last counts', async () => {
    const phone = aPhone();
    const answer = await mapping.post(
      `{"firstName":"Ada","phone":"+1","firstName":"Grace","phone":"${phone}"}`,
    );
    expect(answer.body.contact).toMatchObject({ firstName: 'Grace', phone });
  });

  it('__proto__ and constructor are plain names', async () => {
    const phone = aPhone();
    const answer = await mapping.post(
      `{"__proto__":"Lovelace","constructor":"Engines","phone":"${phone}","x":{"__proto__":{"isAdmin":true}}}`,
    );
    expect(answer.body.contact).toMatchObject({ lastName: 'Lovelace', company: 'Engines' });
    expect(answer.body.unmapped).toEqual(['x.__proto__.isAdmin']);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    const none = await mapping.post(`{"phone":"${aPhone()}"}`);
    expect(none.body.contact).toMatchObject({ lastName: null, company: null });
  });

  it('SQL in every string is text like any other', async () => {
    const sql = `'; DROP TABLE contacts; -- \\"$$ %s {1,2} \\x41`;
    const everywhere = await aMapping(acme, {
      field_mappings: [
        { source: 'phone', target: 'phone' },
        ...['firstName', 'lastName', 'company', 'crmId', 'crmSource', 'variables.note'].map((target) => ({
          source: sql,
          target,
        })),
      ],
      static_tags: [sql],
    });
    const phone = aPhone();
    const answer = await everywhere.post({ phone, [sql]: sql });
    expect(answer).toMatchObject({ status: 201 });
    expect((await acme.get(`/api/contacts/${answer.body.contactId}`)).body).toMatchObject({
      first_name: sql,
      last_name: sql,
      company: sql,
      crm_id: sql,
      crm_source: sql,
      tags: [sql],
      variables: { note: sql },
    });
    for (const place of [`?x=${encodeURIComponent(sql)}`, `?orgId[]=${encodeURIComponent(sql)}`]) {
      const asked = await fetch(mapping.address + place, {
        method: 'POST',
        headers: { ...mapping.headers, 'content-type': JSON_TYPE },
        body: JSON.stringify({ phone }),
      });
      expect(asked.status).toBe(200);
    }
  });
});

describe('a phone number that is none', () => {
  it.each([
    [
      'is missing',
      {},
      [
        ['phone', 'is missing from the payload'],
        ['mobile', 'is missing from the payload'],
      ],
    ],
    [
      'is null',
      { phone: null },
      [
        ['phone', 'is empty', null],
        ['mobile', 'is missing from the payload'],
      ],
    ],
    [
      'is blank',
      { phone: '  ' },
      [
        ['phone', 'is empty', '  '],
        ['mobile', 'is missing from the payload'],
      ],
    ],
  ])('%s', async (_, payload, details) => {
    const answer = await mapping.post({ firstName: 'Ada', ...payload });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'A valid phone number is required', code: 'invalid_request' },
    });
    expect(answer.body.details).toEqual(
      details.map(([field, issue, ...received]) => ({
        field,
        in: 'body',
        issue,
        ...(received.length > 0 && { received: received[0] }),
      })),
    );
  });

  it.each<[string, unknown]>([
    ['words', 'call me'],
    ['too short', '555-0100'],
    ['too long', '+1 312 555 01000 1'],
    ['letters', '1-800-FLOWERS'],
    ['two numbers', '312 555 0100 / 312 555 0101'],
    ['an unknown country', '+999 12345678'],
    ['only a plus', '+'],
    ['zeros', '0000000000'],
    ['true', true],
    ['an object', { number: '+13125550100' }],
    ['digits that a double has lost', 1.3125550100123e22],
    ['an e-mail address', 'ada@example.com'],
    ['a script', '<script>alert(1)</script>'],
    ['SQL', "+1' OR '1'='1"],
    ['an emoji', '☎️'],
    ['a very long text', '1'.repeat(20_000)],
  ])('%s', async (_, phone) => {
    const before = await contacts();
    const answer = await mapping.post({ phone });
    expect(answer).toMatchObject({ status: 400, body: { error: 'A valid phone number is required' } });
    expect(answer.body.details).toMatchObject([
      { field: 'phone', in: 'body', issue: expect.any(String), received: expect.anything() },
      { field: 'mobile', issue: 'is missing from the payload' },
    ]);
    expect(await contacts()).toBe(before);
    const line = await newestLine();
    expect(line).toMatchObject({
      outcome: 'rejected',
      reason: 'A valid phone number is required',
      reason_code: 'invalid_request',
      details: answer.body.details,
      payload: JSON.stringify({ phone }).slice(0, 10_000),
      contact_id: null,
    });
    const [event] = await service.db.query(
      `SELECT data FROM events WHERE type = 'intake.rejected' ORDER BY id DESC LIMIT 1`,
    );
    expect(JSON.parse(event.data)).toEqual({
      mapping_id: mapping.id,
      request_id: line.id,
      code: 'invalid_request',
      reason: 'A valid phone number is required',
      status: 400,
      details: line.details.map(({ received: _received, ...detail }: { received: unknown }) => detail),
    });
  });

  it('is no obstacle when another source has one', async () => {
    const phone = aPhone();
    const answer = await mapping.post({ phone: 'call me', mobile: phone });
    expect(answer).toMatchObject({
      status: 201,
      body: { contact: { phone }, warnings: [{ target: 'phone', source: 'phone' }] },
    });
  });
});
