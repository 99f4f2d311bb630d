import { Field } from '../common/field.decorator.js';
import { type NestedReading, type Reading, readText } from '../common/readings.js';

const MODEL_URL = { max: 500 };
const MODEL = { max: 200 };
const MODEL_KEY = { max: 500 };
const AUTH_TOKEN = { max: 200 };
const ACCOUNT_SID = /^AC[0-9a-f]{32}$/;
const CLEARABLE = { optional: true, nullable: true } as const;

/** Visible ASCII: it goes into a header. What is refused is not repeated: it may be a key. */
const readSecret =
  (field: string, { max }: { max: number }) =>
  (raw: unknown): NestedReading<string> => {
    const isSecret = typeof raw === 'string' && raw.length <= max && /^[!-~]+$/.test(raw);
    const issue = `must be 1 to ${max} visible ASCII characters`;
    return isSecret ? { value: raw } : { issues: [{ field, in: 'body', issue }] };
  };

const readAccountSid = (raw: unknown): Reading<string> =>
  typeof raw === 'string' && ACCOUNT_SID.test(raw)
    ? { value: raw }
    : { issue: 'must be AC and 32 hex digits in lower case' };

/** The accounts that an organization brings elsewhere; what is given is set, null clears, the rest stays. */
export class ChangeCredentialsDto {
  /**
   * Base address of a server of the OpenAI chat completions protocol: https, and public. Null for the service's.
   * @example https://api.openai.com/v1
   */
  @Field(
    readText(MODEL_URL),
    { type: String, minLength: 1, maxLength: MODEL_URL.max, format: 'uri' },
    CLEARABLE,
  )
  llm_base_url?: string | null;

  /**
   * The model's name there, for agents that name none.
   * @example gpt-5-mini
   */
  @Field(readText(MODEL), { type: String, minLength: 1, maxLength: MODEL.max }, CLEARABLE)
  llm_model?: string | null;

  /**
   * The key for the server, refused without an `llm_base_url`. Kept encrypted, and never shown again but for its last
   * four characters.
   * @example sk-your-key
   */
  @Field(
    readSecret('llm_api_key', MODEL_KEY),
    { type: String, minLength: 1, maxLength: MODEL_KEY.max, writeOnly: true },
    CLEARABLE,
  )
  llm_api_key?: string | null;

  /**
   * The Twilio account that calls begin with from now on. Null for the service's carrier.
   * @example AC0123456789abcdef0123456789abcdef
   */
  @Field(readAccountSid, { type: String, pattern: ACCOUNT_SID.source }, CLEARABLE)
  twilio_account_sid?: string | null;

  /**
   * That account's auth token. Kept encrypted, and never shown again but for its last four characters.
   * @example your-auth-token
   */
  @Field(
    readSecret('twilio_auth_token', AUTH_TOKEN),
    { type: String, minLength: 1, maxLength: AUTH_TOKEN.max, writeOnly: true },
    { optional: true },
  )
  twilio_auth_token?: string;
}
