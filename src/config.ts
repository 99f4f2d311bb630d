import { isIP } from 'node:net';
import { z } from 'zod';
import { listKeys, secretKeyProblem } from './common/secret-keys.js';

/** The environment as the service understands it; `.env.example` tells every variable with its meaning. */
export interface Config {
  host: string;
  /** 0 picks a free port; the address is logged. */
  port: number;
  /** null: the embedded server of `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** How long a start waits for a database that cannot be reached; 0 does not wait. */
  databaseWaitSeconds: number;
  /** Where carriers and browsers reach the service; null: the address it listens on. */
  publicBaseUrl: string | null;
  /** null: generated and kept in `dataDir` (embedded default only). */
  secretKey: string | null;
  previousSecretKeys: string[];
  /** Express' `trust proxy`: how many proxies stand in front, or their addresses. */
  trustProxy: string | number | false;
  twilio: TwilioConfig | null;
  /** null: the scripted model, which this service brings along. */
  llm: LlmConfig | null;
  rateLimits: RateLimits;
  logLevel: string;
  /** Seconds that readiness says no before the server stops listening. */
  drainSeconds: number;
  /** Development only: outbound requests may go to private addresses and plain http. */
  allowPrivateTargets: boolean;
}

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** Still accepted in signatures while the token is being rotated. */
  previousAuthToken: string | null;
  apiKey: { sid: string; secret: string } | null;
  /** Another address than Twilio's: a simulator. */
  baseUrl: string | null;
}

export interface LlmConfig {
  /** Of a chat-completions server, without a slash at the end. */
  baseUrl: string;
  model: string;
  apiKey: string | null;
}

/** Where a model is asked when only its name and key are given. */
const OPENAI = 'https://api.openai.com/v1';

/** Requests a minute and key (intake: and mapping; signing in: and network address); 0 switches one off. */
export interface RateLimits {
  reads: number;
  writes: number;
  agentCalls: number;
  intake: number;
  signIn: number;
}

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const count = (fallback: number) =>
  z.coerce.number({ error: 'must be a whole number' }).int().min(0).default(fallback);
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** What Express takes for `trust proxy`: how many, or which. */
const trustProxy = z.string().refine(
  (text) =>
    /^\d+$/.test(text) ||
    text.split(',').every((part) => {
      const [address = '', prefix] = part.trim().split('/');
      const known = ['loopback', 'linklocal', 'uniquelocal'].includes(part.trim());
      return known || (isIP(address) > 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix)));
    }),
  'must be a number of proxies, or addresses of proxies with commas between them',
);

const secretKey = z.string().superRefine((key, context) => {
  const problem = secretKeyProblem(key);
  if (problem) context.addIssue(problem);
});

const ENVIRONMENT = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number({ error: 'must be a whole number' }).int().min(0).max(65_535).default(3000),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_WAIT_SECONDS: count(30),
  PUBLIC_BASE_URL: url('http:', 'https:').optional(),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_PREVIOUS: z.string().optional(),
  TRUST_PROXY: trustProxy.optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hex digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN_PREVIOUS: z.string().min(1).optional(),
  TWILIO_API_KEY_SID: z
    .string()
    .regex(/^SK[0-9a-f]{32}$/, 'must be SK and 32 hex digits')
    .optional(),
  TWILIO_API_KEY_SECRET: z.string().min(1).optional(),
  TWILIO_API_BASE_URL: url('http:', 'https:').optional(),
  LLM: z.enum(['scripted']).optional(),
  LLM_BASE_URL: url('http:', 'https:').optional(),
  LLM_API_KEY: z.string().min(1).optional(),
  LLM_MODEL: z.string().min(1).optional(),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  RATE_LIMIT_READS: count(1_000),
  RATE_LIMIT_WRITES: count(300),
  RATE_LIMIT_AGENT_CALLS: count(60),
  RATE_LIMIT_INTAKE: count(600),
  RATE_LIMIT_SIGN_IN: count(10),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DRAIN_SECONDS: z.coerce.number({ error: 'must be a whole number' }).int().min(0).optional(),
  ALLOW_PRIVATE_TARGETS: flag.default(false),
});
type Environment = z.infer<typeof ENVIRONMENT>;

/** Every variable the service reads. */
export const VARIABLES = Object.keys(ENVIRONMENT.shape);

/** The variables that are set, as text. */
type Given = Partial<Record<keyof Environment, string>>;

/** Everything that is wrong with the environment, at once. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads and checks the environment. Empty variables count as absent. @throws ConfigError listing every problem */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given: Given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = ENVIRONMENT.safeParse(given);
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
  const problems = [...issues, ...contradictions(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

/** What is fine by itself and wrong together. */
function contradictions(env: Given): string[] {
  const rules: [boolean, string][] = [
    [
      env.DATABASE_URL !== undefined && !env.SECRET_KEY,
      'SECRET_KEY is required with DATABASE_URL (generate one with `openssl rand -base64 32`)',
    ],
    [
      Boolean(env.TWILIO_ACCOUNT_SID) !== Boolean(env.TWILIO_AUTH_TOKEN),
      'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN go together',
    ],
    [
      Boolean(env.TWILIO_API_KEY_SID) !== Boolean(env.TWILIO_API_KEY_SECRET),
      'TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET go together',
    ],
    [Boolean(env.LLM_API_KEY) && !env.LLM_MODEL, 'LLM_MODEL is required with LLM_API_KEY'],
    [Boolean(env.LLM_BASE_URL) && !env.LLM_MODEL, 'LLM_MODEL is required with LLM_BASE_URL'],
    ...(isRealCarrier(env) ? goingLive(env) : []),
  ];
  return rules.filter(([wrong]) => wrong).map(([, problem]) => problem);
}

const isRealCarrier = (env: Given): boolean =>
  env.TWILIO_ACCOUNT_SID !== undefined && env.TWILIO_API_BASE_URL === undefined;

/** Real people are called: nothing may be left to a default that is only good for trying out. */
function goingLive(env: Given): [boolean, string][] {
  return [
    [
      !env.LLM_MODEL && env.LLM !== 'scripted',
      'a real carrier needs a model: set LLM_MODEL (and LLM_BASE_URL, LLM_API_KEY), or LLM=scripted to say outright that agents only follow a script',
    ],
    [
      !env.PUBLIC_BASE_URL?.startsWith('https://'),
      'a real carrier needs PUBLIC_BASE_URL, an https:// address it can reach',
    ],
    [!env.SECRET_KEY, 'a real carrier needs SECRET_KEY'],
  ];
}

function toConfig(env: Environment): Config {
  const off = env.RATE_LIMIT === 'off';
  return {
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    publicBaseUrl: env.PUBLIC_BASE_URL?.replace(/\/+$/, '') ?? null,
    secretKey: env.SECRET_KEY ?? null,
    previousSecretKeys: listKeys(env.SECRET_KEY_PREVIOUS),
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    twilio: twilioOf(env),
    llm: llmOf(env),
    rateLimits: {
      reads: off ? 0 : env.RATE_LIMIT_READS,
      writes: off ? 0 : env.RATE_LIMIT_WRITES,
      agentCalls: off ? 0 : env.RATE_LIMIT_AGENT_CALLS,
      intake: off ? 0 : env.RATE_LIMIT_INTAKE,
      signIn: off ? 0 : env.RATE_LIMIT_SIGN_IN,
    },
    logLevel: env.LOG_LEVEL,
    // Nobody balances load over an embedded database, and whoever presses Ctrl-C wants it to stop.
    drainSeconds: env.DRAIN_SECONDS ?? (env.DATABASE_URL ? 5 : 0),
    allowPrivateTargets: env.ALLOW_PRIVATE_TARGETS,
  };
}

function twilioOf(env: Environment): TwilioConfig | null {
  if (!env.TWILIO_ACCOUNT_SID || !env.TWILIO_AUTH_TOKEN) return null;
  const { TWILIO_API_KEY_SID: sid, TWILIO_API_KEY_SECRET: secret } = env;
  return {
    accountSid: env.TWILIO_ACCOUNT_SID,
    authToken: env.TWILIO_AUTH_TOKEN,
    previousAuthToken: env.TWILIO_AUTH_TOKEN_PREVIOUS ?? null,
    apiKey: sid && secret ? { sid, secret } : null,
    baseUrl: env.TWILIO_API_BASE_URL ?? null,
  };
}

/** `LLM=scripted` outweighs what else is set: one word brings the script back. */
function llmOf(env: Environment): LlmConfig | null {
  if (env.LLM === 'scripted' || !env.LLM_MODEL) return null;
  const baseUrl = (env.LLM_BASE_URL ?? OPENAI).replace(/\/+$/, '');
  return { baseUrl, model: env.LLM_MODEL, apiKey: env.LLM_API_KEY ?? null };
}

/** A number of proxies, addresses, or nothing; Express takes all three. */
function parseTrustProxy(text: string | undefined): string | number | false {
  if (text === undefined) return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}
