import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

describe('API keys', () => {
  it('a new key is shown once and works within its scopes', async () => {
    const made = await acme.post('/api/api-keys', { name: 'reader', scopes: ['agents:read'] });

    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'reader',
      scopes: ['agents:read'],
      last_four: made.body.key.slice(-4),
      status: 'active',
      expires_at: null,
      last_used_at: null,
      created_at: expect.any(String),
      key: expect.stringMatching(/^vap_live_[0-9a-f]{32}_[0-9A-Za-z]{49}$/),
    });
    const reader = acme.with({ apiKey: made.body.key });
    expect((await reader.get('/api/agents')).status).toBe(200);
    expect((await reader.get('/api/api-keys')).status).toBe(403);
    const list = await acme.get('/api/api-keys');
    expect(list.text).not.toContain(made.body.key);
    expect(list.body.data[0]).toMatchObject({ id: made.body.id, name: 'reader' });
  });

  it('a key cannot grant what it may not do itself', async () => {
    const { body } = await acme.post('/api/api-keys', { name: 'keys only', scopes: ['keys:write'] });
    const answer = await acme
      .with({ apiKey: body.key })
      .post('/api/api-keys', { name: 'more', scopes: ['calls:read'] });
    expect(answer).toMatchObject({ status: 403, body: { error: 'Insufficient scope' } });
  });

  it('a key cannot rotate one that may do more, and so get what it may not do', async () => {
    const { body: wide } = await acme.post('/api/api-keys', {
      name: 'wide',
      scopes: ['calls:read', 'keys:write'],
    });
    const { body: narrow } = await acme.post('/api/api-keys', { name: 'narrow', scopes: ['keys:write'] });
    const answer = await acme.with({ apiKey: narrow.key }).post(`/api/api-keys/${wide.id}/rotate`);
    expect(answer).toMatchObject({ status: 403, body: { error: 'Insufficient scope' } });
    expect(answer.text).not.toContain('vap_');
    expect((await acme.with({ apiKey: wide.key }).get('/api/calls')).status).toBe(200);
  });

  it('a rotated key works on until the overlap is over, its successor at once', async () => {
    const { body: old } = await acme.post('/api/api-keys', { name: 'crm', scopes: ['agents:read'] });

    const rotated = await acme.post(`/api/api-keys/${old.id}/rotate`, { overlap_seconds: 3_600 });

    expect(rotated.body).toMatchObject({ name: 'crm', scopes: ['agents:read'], status: 'active' });
    for (const apiKey of [old.key, rotated.body.key])
      expect((await acme.with({ apiKey }).get('/api/agents')).status).toBe(200);
    const listed = (await acme.get('/api/api-keys')).body.data.find(
      (key: { id: string }) => key.id === old.id,
    );
    const left = Date.parse(listed.expires_at) - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it('without an overlap the old key has expired', async () => {
    const { body: old } = await acme.post('/api/api-keys', { name: 'crm', scopes: ['agents:read'] });
    await acme.post(`/api/api-keys/${old.id}/rotate`, { overlap_seconds: 0 });
    expect((await acme.with({ apiKey: old.key }).get('/api/agents')).status).toBe(401);
  });

  it('rotation without a body keeps the old key for a day', async () => {
    const { body: old } = await acme.post('/api/api-keys', { name: 'crm', scopes: ['agents:read'] });
    expect((await acme.post(`/api/api-keys/${old.id}/rotate`)).status).toBe(201);
    expect((await acme.with({ apiKey: old.key }).get('/api/agents')).status).toBe(200);
  });

  it('a key has one successor: rotating it again is refused, and makes none', async () => {
    const { body: old } = await acme.post('/api/api-keys', { name: 'crm', scopes: ['agents:read'] });
    const { body: successor } = await acme.post(`/api/api-keys/${old.id}/rotate`);
    const total = (await acme.get('/api/api-keys')).body.pagination.total;

    expect(await acme.post(`/api/api-keys/${old.id}/rotate`)).toMatchObject({
      status: 409,
      body: { code: 'api_key_rotated' },
    });

    expect((await acme.get('/api/api-keys')).body.pagination.total).toBe(total);
    expect(successor.expires_at).toBeNull();
    expect((await acme.post(`/api/api-keys/${successor.id}/rotate`)).status).toBe(201);
  });

  it('an expired key has no successor', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { body: key } = await acme.post('/api/api-keys', {
      name: 'x',
      scopes: ['agents:read'],
      expires_at,
    });
    await service.db.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [key.id]);
    expect(await acme.post(`/api/api-keys/${key.id}/rotate`)).toMatchObject({
      status: 409,
      body: { code: 'api_key_expired' },
    });
  });

  it('a key that would never work is not made', async () => {
    const body = { name: 'late', scopes: ['agents:read'], expires_at: '2026-01-15T10:30:00Z' };
    expect(await acme.post('/api/api-keys', body)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid expires_at',
        details: [{ field: 'expires_at', issue: 'must be in the future' }],
      },
    });
  });

  it('a revoked key stays in the list and is gone for good', async () => {
    const { body: key } = await acme.post('/api/api-keys', { name: 'gone', scopes: ['agents:read'] });

    expect((await acme.delete(`/api/api-keys/${key.id}`)).status).toBe(204);
    expect((await acme.delete(`/api/api-keys/${key.id}`)).status).toBe(204);

    expect((await acme.with({ apiKey: key.key }).get('/api/agents')).status).toBe(401);
    expect((await acme.post(`/api/api-keys/${key.id}/rotate`)).body.error).toBe('API key not found');
    const audited = await service.db.query(`SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id`, [
      key.id,
    ]);
    expect(audited).toEqual([{ action: 'api_key.created' }, { action: 'api_key.revoked' }]);
  });

  it('repeating a creation with its idempotency key shows the same key again', async () => {
    const header = { 'idempotency-key': 'one-key' };
    const first = await acme.post('/api/api-keys', { name: 'once', scopes: ['agents:read'] }, header);
    const again = await acme.post('/api/api-keys', { name: 'once', scopes: ['agents:read'] }, header);
    expect(again.text).toBe(first.text);
    const [kept] = await service.db.query(`SELECT answer FROM idempotency_keys WHERE organization_id = $1`, [
      acme.organizationId,
    ]);
    expect(kept.answer.toString('latin1')).not.toContain(first.body.key);
  });

  it.each([
    ['no name', { scopes: ['calls:read'] }, 'Invalid name'],
    ['no scopes', { name: 'x' }, 'Invalid scopes'],
    ['an empty list of scopes', { name: 'x', scopes: [] }, 'Invalid scopes'],
    ['an unknown scope', { name: 'x', scopes: ['calls:delete'] }, 'Invalid scopes'],
    [
      'a day that does not exist',
      { name: 'x', scopes: ['calls:read'], expires_at: '2026-02-30' },
      'Invalid expires_at',
    ],
  ])('%s is refused', async (_, body, error) => {
    expect(await acme.post('/api/api-keys', body)).toMatchObject({ status: 400, body: { error } });
  });

  it('another organization finds no such key', async () => {
    const { body: key } = await acme.post('/api/api-keys', { name: 'mine', scopes: ['agents:read'] });
    const globex = await service.anOrganization('Globex');
    expect((await globex.delete(`/api/api-keys/${key.id}`)).status).toBe(404);
    expect((await globex.post(`/api/api-keys/${key.id}/rotate`)).status).toBe(404);
    expect((await acme.with({ apiKey: key.key }).get('/api/agents')).status).toBe(200);
  });
});
