import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const add = (client: Client, number: string, more = {}) =>
  client.post('/api/phone-numbers', { number, ...more });

describe('phone numbers', () => {
  it('the first number becomes the default, and another can take its place', async () => {
    const acme = await service.anOrganization();
    const first = await add(acme, '+1 (312) 555-0100', { label: 'Main' });
    const second = await add(acme, '+13125550101');
    expect(first).toMatchObject({
      status: 201,
      body: { number: '+13125550100', label: 'Main', is_default: true },
    });
    expect(first.headers.get('location')).toBe(`/api/phone-numbers/${first.body.id}`);
    expect(second.body.is_default).toBe(false);

    await acme.patch(`/api/phone-numbers/${second.body.id}`, { is_default: true });

    const { data } = (await acme.get('/api/phone-numbers')).body;
    expect(
      data.map((number: { number: string; is_default: boolean }) => [number.number, number.is_default]),
    ).toEqual([
      ['+13125550101', true],
      ['+13125550100', false],
    ]);
  });

  it('ten numbers made default at once leave one default', async () => {
    const acme = await service.anOrganization();
    const numbers = Array.from({ length: 10 }, (_, index) => `+1312555010${index}`);
    const answers = await Promise.all(numbers.map((number) => add(acme, number, { is_default: true })));
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 201));
    const { data } = (await acme.get('/api/phone-numbers')).body;
    expect(data.filter((number: { is_default: boolean }) => number.is_default)).toHaveLength(1);
  });

  it('a number belongs to an agent of the organization, or to none', async () => {
    const acme = await service.anOrganization();
    const globex = await service.anOrganization('Globex');
    const { body: ava } = await acme.post('/api/agents', { name: 'Ava' });
    const { body: foreign } = await globex.post('/api/agents', { name: 'Eve' });

    const { body: number } = await add(acme, '+13125550100', { agent_id: ava.id });
    const refused = await acme.patch(`/api/phone-numbers/${number.id}`, { agent_id: foreign.id });
    const cleared = await acme.patch(`/api/phone-numbers/${number.id}`, { agent_id: null });

    expect(number.agent_id).toBe(ava.id);
    expect(refused).toMatchObject({ status: 400, body: { error: 'Invalid agent_id' } });
    expect(cleared.body.agent_id).toBeNull();
  });

  it('a number is added once', async () => {
    const acme = await service.anOrganization();
    await add(acme, '+13125550100');
    expect(await add(acme, '001 312 555 0100')).toMatchObject({
      status: 409,
      body: { error: 'Phone number already exists', code: 'phone_number_exists' },
    });
  });

  it('a removed number is gone', async () => {
    const acme = await service.anOrganization();
    const { body: number } = await add(acme, '+13125550100');
    expect((await acme.delete(`/api/phone-numbers/${number.id}`)).status).toBe(204);
    expect((await acme.get(`/api/phone-numbers/${number.id}`)).body.error).toBe('Phone number not found');
    expect((await acme.delete(`/api/phone-numbers/${number.id}`)).status).toBe(404);
  });

  it.each([
    ['no number', {}, 'Invalid number'],
    ['a number without a country code', { number: '3125550100' }, 'Invalid number'],
    ['letters', { number: '+1-800-FLOWERS' }, 'Invalid number'],
    ['a number that is a JSON number', { number: 13125550100 }, 'Invalid number'],
    ['an unknown field', { number: '+13125550100', lable: 'x' }, 'Unknown field lable'],
    ['an agent id that is none', { number: '+13125550100', agent_id: 'ava' }, 'Invalid agent_id'],
  ])('%s is refused', async (_, body, error) => {
    const acme = await service.anOrganization();
    expect(await acme.post('/api/phone-numbers', body)).toMatchObject({ status: 400, body: { error } });
    expect((await acme.get('/api/phone-numbers')).body.pagination.total).toBe(0);
  });
});
