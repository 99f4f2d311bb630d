import { FirstAdmin } from '../../src/accounts/first-admin.service.js';
import { Team } from '../../src/accounts/team.service.js';
import { Transactions } from '../../src/database/transactions.service.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, PASSWORD, type Seen, Visitor } from '../support/visitor.js';

const SIGN_IN = '/settings/sign-in';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme');
});
afterAll(() => service.stop());

const signIn = (visitor: Visitor, email: string, password: string, next?: string): Promise<Seen> =>
  visitor.submit(SIGN_IN, SIGN_IN, { email, password, ...(next !== undefined && { next }) });

const invite = (email: string, role: 'owner' | 'viewer' = 'viewer', org = acme.organizationId) =>
  service.app.get(Transactions).run((tx) => service.app.get(Team).invite(tx, org, { email, role }, 'cli'));

async function idOf(email: string): Promise<string | undefined> {
  const [user] = await service.db.query<{ id: string }[]>(`SELECT id FROM users WHERE email = $1`, [email]);
  return user?.id;
}

describe('signing in', () => {
  it('lets a person in by address and password, wherever they were going', async () => {
    const { email } = await aVisitor(service, acme.organizationId);
    const visitor = new Visitor(service.url);
    const turnedAway = await visitor.get('/settings/team?page=1');
    expect(turnedAway.location).toBe('/settings/sign-in?next=%2Fsettings%2Fteam%3Fpage%3D1');

    const { html } = await visitor.get(turnedAway.location ?? '');
    expect(html).toContain('value="/settings/team?page=1"');
    const seen = await signIn(visitor, email.toUpperCase(), PASSWORD, '/settings/team');

    expect(seen).toMatchObject({ status: 303, location: '/settings/team' });
    expect((await visitor.get('/settings/team')).html).toContain(email);
  });

  it('says the same of a wrong password, an unknown address and a person without a password', async () => {
    const { email } = await aVisitor(service, acme.organizationId);
    await invite('invited@example.com');
    const pages = await Promise.all(
      [email, 'nobody@example.com', 'invited@example.com'].map(async (address) => {
        const { status, html } = await signIn(new Visitor(service.url), address, 'wrong password!');
        return { status, html: html.replaceAll(/value="[^"]*"/g, '') };
      }),
    );
    expect(pages[0]).toMatchObject({ status: 422 });
    expect(pages[0]?.html).toContain('<li>E-mail or password is wrong.</li>');
    expect(pages[0]?.html).not.toContain('aria-invalid');
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
  });

  it('tells who lost a password the whole command that lets them in again', async () => {
    const { html } = await new Visitor(service.url).get(SIGN_IN);
    expect(html.replaceAll(/<\/?span>/g, '')).toContain(
      'npm run --silent cli -- user reset-link --email you@example.com',
    );
    expect(html).toContain('An owner of your organization can make you a reset link');
  });

  it('warns of who came by a link and has no password to come again', async () => {
    const owner = await aVisitor(service, acme.organizationId);
    await service.db.query(`UPDATE users SET password_hash = NULL WHERE email = $1`, [owner.email]);
    expect((await owner.get('/settings/team')).html).toContain('<span class="status waiting">No password<');
    expect((await owner.get(`/settings/team/${await idOf(owner.email)}`)).html).toMatch(
      /No password<\/span><small>[^<]*needs a reset link/,
    );
    await invite('lacking@example.com');
    expect((await owner.get(`/settings/team/${await idOf('lacking@example.com')}`)).html).toMatch(
      /Invited<\/span><small>Has not chosen a password yet/,
    );
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/settings//evil.example',
    '/docs',
    '/settings/../docs\n',
    'javascript:alert(1)',
  ])('leads to no other place than the settings: %j', async (next) => {
    const { email } = await aVisitor(service, acme.organizationId);
    const seen = await signIn(new Visitor(service.url), email, PASSWORD, next);
    expect(seen.location).toBe('/settings');
  });

  it('gives each sign-in a session of its own, and keeps only a hash of what the browser holds', async () => {
    const visitor = await aVisitor(service, acme.organizationId);
    const before = visitor.cookies.get('session') ?? '';
    await signIn(visitor, visitor.email, PASSWORD);
    const after = visitor.cookies.get('session') ?? '';
    expect(after).not.toBe(before);
    const rows: { line: string }[] = await service.db.query(`SELECT s::text AS line FROM sessions s`);
    expect(rows.some(({ line }) => line.includes(after))).toBe(false);
  });

  it('throttles by network address', async () => {
    const limits = { reads: 0, writes: 0, agentCalls: 0, intake: 0, signIn: 3 };
    const { url } = await service.replica({ rateLimits: limits });
    const answers: Seen[] = [];
    // More than twice as many: a minute may end in between.
    for (let attempt = 0; attempt < 7; attempt++)
      answers.push(await signIn(new Visitor(url), 'nobody@example.com', 'x', '/settings/team'));
    expect(answers[0]?.status).toBe(422);
    const refused = answers.find(({ status }) => status === 429)?.html;
    // Whoever waits goes on where they were.
    expect(refused).toContain('Too many attempts. Wait a minute and try again.');
    expect(refused).toContain('value="nobody@example.com"');
    expect(refused).toContain('value="/settings/team"');
  });

  it('refuses the form of another browser', async () => {
    const { email } = await aVisitor(service, acme.organizationId);
    const hidden = await new Visitor(service.url).hiddenOf(SIGN_IN, SIGN_IN);
    const seen = await new Visitor(service.url).post(SIGN_IN, { ...hidden, email, password: PASSWORD });
    expect(seen.status).toBe(403);
  });

  it('has cookies that no script reads', async () => {
    const plain = (await new Visitor(service.url).get(SIGN_IN)).headers.getSetCookie().join();
    expect(plain).toMatch(/^seed=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

describe('sessions', () => {
  it.each([
    ['12 hours without a page', `last_seen_at = now() - interval '12 hours 1 minute'`],
    ['14 days in any case', `created_at = now() - interval '14 days 1 minute'`],
  ])('end after %s', async (_, change) => {
    const visitor = await aVisitor(service, acme.organizationId);
    await service.db.query(
      `UPDATE sessions SET ${change} WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [visitor.email],
    );
    expect((await visitor.get('/settings')).status).toBe(303);
  });

  it('end when one signs out', async () => {
    const visitor = await aVisitor(service, acme.organizationId);
    const session = visitor.cookies.get('session') ?? '';
    await visitor.submit('/settings', '/settings/sign-out');
    visitor.cookies.set('session', session);
    expect((await visitor.get('/settings')).status).toBe(303);
  });

  it('end with the membership', async () => {
    const owner = await aVisitor(service, acme.organizationId);
    const other = await aVisitor(service, acme.organizationId, 'viewer');
    const id = await idOf(other.email);
    const remove = `/settings/team/${id}/remove`;
    expect((await owner.submit(remove, remove)).location).toBe('/settings/team');
    expect((await other.get('/settings')).status).toBe(303);
  });
});

describe('links', () => {
  it('an invitation lets one person in once, with a password that they choose', async () => {
    const path = new URL((await invite('new@example.com')) ?? '').pathname;
    const visitor = new Visitor(service.url);
    const tooShort = await visitor.submit(path, path, { password: 'short' });
    expect(tooShort.status).toBe(422);
    expect(tooShort.html).toContain('at least 12 characters');
    expect((await visitor.submit(path, path, { password: PASSWORD })).location).toBe('/settings');
    expect((await visitor.get('/settings')).html).toContain('new@example.com');
    expect((await new Visitor(service.url).get(path)).status).toBe(410);
  });

  it('there is none into an account that another organization let in', async () => {
    const globex = await service.anOrganization('Globex');
    const known = await aVisitor(service, acme.organizationId);
    expect(await invite(known.email, 'viewer', globex.organizationId)).toBeNull();
    await invite('pending@example.com');
    await expect(invite('pending@example.com', 'viewer', globex.organizationId)).rejects.toThrow(
      /yet to accept/,
    );

    const boss = await aVisitor(service, globex.organizationId);
    const id = await idOf(known.email);
    const page = `/settings/team/${id}`;
    const shown = (await boss.get(page)).html;
    expect(shown).toContain('They belong to other organizations too');
    expect(shown).not.toContain('Make reset link');
    const seen = await boss.post(`${page}/reset-link`, await boss.hiddenOf(page, page));
    expect(seen.status).toBe(422);
    expect(seen.html).toContain('only the command line');
  });

  it('a new password ends the sessions and links before it', async () => {
    const owner = await aVisitor(service, acme.organizationId);
    const other = await aVisitor(service, acme.organizationId, 'viewer');
    const id = await idOf(other.email);
    expect((await owner.get(`/settings/team/${id}`)).html).toContain('All sessions of this person end');
    const me = `/settings/team/${await idOf(owner.email)}`;
    expect((await owner.get(me)).html).toContain('All your sessions end when it is used.');
    const own = await owner.submit(me, `${me}/reset-link`);
    expect(own.html).toContain('Open this link to choose a new password. It works once');
    const made = await owner.submit(`/settings/team/${id}`, `/settings/team/${id}/reset-link`);
    expect(made.html).toContain(`Hand this link to <strong>${other.email}</strong>. It works once`);
    const path = /\/settings\/link\/[\w-]+/.exec(made.html)?.[0] ?? '';
    const visitor = new Visitor(service.url);
    await visitor.submit(path, path, { password: 'another long password' });
    expect((await visitor.get('/settings')).status).toBe(200);
    expect((await other.get('/settings')).status).toBe(303);
    expect((await signIn(new Visitor(service.url), other.email, PASSWORD)).status).toBe(422);
  });

  it('of a fresh install makes the first owner, and works until somebody can sign in', async () => {
    const fresh = await startService();
    try {
      const link = await fresh.app.get(FirstAdmin).setupLink();
      const path = new URL(link ?? '').pathname;
      const visitor = new Visitor(fresh.url);
      const fields = { organization: 'Acme', email: 'Ada@example.com', password: PASSWORD };
      expect((await visitor.get('/settings/setup/wrong')).status).toBe(410);
      const wrong = await visitor.submit(path, path, { ...fields, email: 'ada' });
      expect(wrong.status).toBe(422);
      expect(wrong.html).toContain('value="Acme"');
      expect((await visitor.submit(path, path, fields)).location).toBe('/settings');
      expect((await visitor.get('/settings/team')).html).toContain('ada@example.com');
      expect((await visitor.get(path)).status).toBe(410);
      expect(await fresh.app.get(FirstAdmin).setupLink()).toBeNull();
    } finally {
      await fresh.stop();
    }
  });
});

describe('organizations', () => {
  it('a person with two goes from one to the other, and to no third', async () => {
    const other = await service.anOrganization('Initech');
    const third = await service.anOrganization('Hooli');
    const visitor = await aVisitor(service, acme.organizationId, 'viewer');
    await invite(visitor.email, 'owner', other.organizationId);
    const page = '/settings/organizations';
    expect((await visitor.submit(page, page, { organization: third.organizationId })).status).toBe(404);
    expect((await visitor.submit(page, page, { organization: other.organizationId })).location).toBe(
      '/settings',
    );
    expect((await visitor.get('/settings/team/new')).status).toBe(200);
  });
});

describe('the team', () => {
  it('an admin neither makes nor changes owners', async () => {
    const owner = await aVisitor(service, acme.organizationId);
    const admin = await aVisitor(service, acme.organizationId, 'admin');
    const seen = await admin.submit('/settings/team/new', '/settings/team', {
      email: 'x@example.com',
      role: 'owner',
    });
    expect(seen.status).toBe(422);
    const id = await idOf(owner.email);
    expect((await admin.submit(`/settings/team/${id}/remove`, `/settings/team/${id}/remove`)).status).toBe(
      422,
    );
    expect((await owner.get('/settings')).status).toBe(200);
  });

  it('the last owner stays', async () => {
    const org = await service.anOrganization('Lonely');
    const owner = await aVisitor(service, org.organizationId);
    const id = await idOf(owner.email);
    const demoted = await owner.submit(`/settings/team/${id}`, `/settings/team/${id}`, { role: 'viewer' });
    expect(demoted.status).toBe(422);
    expect(demoted.html).toContain('needs an owner');
  });
});
