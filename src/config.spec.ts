import { readFileSync } from 'node:fs';
import { ConfigError, loadConfig, VARIABLES } from './config.js';

const SECRET_KEY = 'q8Zp1xV7nR4tK2mB9wL5cJ3hF6dS0gYa';
const TWILIO = { TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`, TWILIO_AUTH_TOKEN: 'token' };
const LIVE = { ...TWILIO, SECRET_KEY, PUBLIC_BASE_URL: 'https://calls.example.com', LLM: 'scripted' };

/** What the configuration says is wrong; empty when it is accepted. */
function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  it('needs nothing: a fresh machine gets the embedded database and the simulated carrier', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      dataDir: '.data',
      databaseWaitSeconds: 30,
      publicBaseUrl: null,
      secretKey: null,
      previousSecretKeys: [],
      trustProxy: false,
      twilio: null,
      rateLimits: { reads: 1000, writes: 300, agentCalls: 60, intake: 600, signIn: 10 },
      llm: null,
      logLevel: 'info',
      drainSeconds: 0,
      allowPrivateTargets: false,
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig(Object.fromEntries(VARIABLES.map((name) => [name, ''])))).toEqual(loadConfig({}));
  });

  it('lists every problem at once, what is wrong by itself and what is wrong together', () => {
    expect(
      problemsOf({
        PORT: 'eighty',
        DATABASE_URL: 'mysql://db',
        SECRET_KEY_PREVIOUS: 'x',
        TWILIO_ACCOUNT_SID: 'AC1',
        LLM_API_KEY: 'key',
        LOG_LEVEL: 'loud',
      }).map((problem) => problem.split(' ')[0]),
    ).toEqual([
      'PORT',
      'DATABASE_URL',
      'TWILIO_ACCOUNT_SID',
      'LOG_LEVEL',
      'SECRET_KEY',
      'TWILIO_ACCOUNT_SID',
      'LLM_MODEL',
      'a',
      'a',
      'a',
    ]);
  });

  it('names the variable and never its value', () => {
    const planted = 'planted-value';
    const problems = VARIABLES.flatMap((name) => problemsOf({ [name]: planted }));
    expect(problems.length).toBeGreaterThan(10);
    expect(problems.join('\n')).not.toContain(planted);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a short secret key', { SECRET_KEY: 'short' }, /^SECRET_KEY must have at least 32 characters/],
    ['a regular secret key', { SECRET_KEY: 'abcdefgh'.repeat(5) }, /^SECRET_KEY is too regular/],
    [
      'a database of its own without a secret key',
      { DATABASE_URL: 'postgres://db/x' },
      /^SECRET_KEY is required/,
    ],
    ['a negative limit', { RATE_LIMIT_READS: '-1' }, /^RATE_LIMIT_READS /],
    ['a limit that is no number', { RATE_LIMIT_INTAKE: 'many' }, /^RATE_LIMIT_INTAKE /],
    ['a proxy that is none', { TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be/],
    ['half an API key', { ...LIVE, TWILIO_API_KEY_SID: `SK${'0a'.repeat(16)}` }, /go together/],
    ['a model server without a model', { LLM_BASE_URL: 'https://m.example.com/v1' }, /^LLM_MODEL is/],
    ['a token without its account', { TWILIO_AUTH_TOKEN: 'token' }, /go together/],
  ])('refuses %s', (_, env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(problem)]);
  });

  it.each<[string, keyof typeof LIVE, RegExp]>([
    ['a model, or a word that there is none', 'LLM', /needs a model/],
    ['an address it can reach', 'PUBLIC_BASE_URL', /needs PUBLIC_BASE_URL/],
    ['a secret key', 'SECRET_KEY', /needs SECRET_KEY/],
  ])('a real carrier needs %s', (_, name, problem) => {
    expect(problemsOf(LIVE)).toEqual([]);
    expect(problemsOf({ ...LIVE, [name]: '' })).toEqual([expect.stringMatching(problem)]);
  });

  it.each<[string, Record<string, string>, object | null]>([
    ['the script, by default', {}, null],
    ['the script, when it is said', { LLM: 'scripted', LLM_MODEL: 'm' }, null],
    [
      'OpenAI',
      { LLM_MODEL: 'm', LLM_API_KEY: 'k' },
      { baseUrl: 'https://api.openai.com/v1', model: 'm', apiKey: 'k' },
    ],
    [
      'any server',
      { LLM_MODEL: 'm', LLM_BASE_URL: 'http://gpu/v1/' },
      { baseUrl: 'http://gpu/v1', model: 'm', apiKey: null },
    ],
  ])('the model can be %s', (_, env, llm) => {
    expect(loadConfig(env).llm).toEqual(llm);
  });

  it('a real carrier needs https', () => {
    expect(problemsOf({ ...LIVE, PUBLIC_BASE_URL: 'http://calls.example.com' })).toHaveLength(1);
  });

  it('a simulator that was started apart needs none of this', () => {
    expect(problemsOf({ ...TWILIO, TWILIO_API_BASE_URL: 'http://127.0.0.1:4010' })).toEqual([]);
  });

  it.each([
    ['1', 1],
    ['10.0.0.1, 192.168.0.0/16', '10.0.0.1, 192.168.0.0/16'],
    ['loopback', 'loopback'],
  ])('trusts the proxies %s', (text, trusted) => {
    expect(loadConfig({ TRUST_PROXY: text }).trustProxy).toBe(trusted);
  });

  it('switches one limit off with 0 and all with one word', () => {
    expect(loadConfig({ RATE_LIMIT_READS: '0' }).rateLimits).toMatchObject({ reads: 0, writes: 300 });
    expect(loadConfig({ RATE_LIMIT: 'off' }).rateLimits).toEqual({
      reads: 0,
      writes: 0,
      agentCalls: 0,
      intake: 0,
      signIn: 0,
    });
  });

  it('waits for a load balancer only where there may be one', () => {
    const own = { DATABASE_URL: 'postgres://db/x', SECRET_KEY };
    expect(loadConfig(own).drainSeconds).toBe(5);
    expect(loadConfig({ ...own, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
    expect(loadConfig({ DRAIN_SECONDS: '7' }).drainSeconds).toBe(7);
  });
});

describe('.env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const lines = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)];

  it('names every variable once', () => {
    expect(new Set(lines.map(([, name]) => name))).toEqual(new Set(VARIABLES));
    expect(lines).toHaveLength(VARIABLES.length);
  });

  it('says what the default is', () => {
    const env = Object.fromEntries(lines.map(([, name, value]) => [name ?? '', value]));
    expect(loadConfig(env)).toEqual(loadConfig({}));
  });
});
