import { APIConnectionError, APIError } from 'openai';
import { failureOf, SafeHttpFailure } from '../common/safe-http-failure.js';
import { AnswerTooLarge } from './bounded-body.js';
import { AnswerCutOff } from './chat-chunks.js';
import { LlmFailure, type LlmFailureKind } from './llm.js';
import { ToolCallsTooLong } from './tool-calls.js';

type Described = [kind: LlmFailureKind, what: string, retryable: boolean];

/** Statuses that say more than their hundred does. */
const BY_STATUS: Readonly<Record<number, [LlmFailureKind, boolean]>> = {
  401: ['unauthorized', false],
  403: ['unauthorized', false],
  404: ['not-found', false],
  408: ['timeout', true],
  409: ['server-error', true],
  429: ['rate-limited', true],
};

/** Out of money is not a matter of waiting. */
const SPENT = 'insufficient_quota';

/**
 * The failure that an error of a request stands for. Texts of servers and libraries are left out: they repeat keys and
 * what was said. `host` names the server to whoever reads the log.
 */
export function llmFailureOf(error: unknown, host: string): LlmFailure {
  if (error instanceof LlmFailure) return error;
  const [kind, what, retryable] = describe(error);
  return new LlmFailure(kind, `The model at ${host} ${what}`, retryable);
}

function describe(error: unknown): Described {
  const lost = transportFailure(error);
  if (lost) return describeTransport(lost);
  if (error instanceof APIError) return describeAnswer(error);
  if (error instanceof AnswerTooLarge || error instanceof ToolCallsTooLong)
    return ['bad-answer', 'gave an answer that is too large', false];
  if (error instanceof AnswerCutOff) return ['bad-answer', 'gave no whole answer', true];
  return ['bad-answer', 'gave an answer that cannot be read', true];
}

/** What the connection failed of; the SDK wraps it while there is no answer. */
function transportFailure(error: unknown): SafeHttpFailure | null {
  if (error instanceof APIConnectionError)
    return error.cause instanceof SafeHttpFailure ? error.cause : new SafeHttpFailure('connect_failed');
  if (error instanceof APIError) return null;
  const failure = failureOf(error);
  return failure.kind === 'unexpected' ? null : failure;
}

function describeTransport({ kind, message }: SafeHttpFailure): Described {
  if (kind === 'connect_timeout') return ['timeout', 'could not be connected to in time', true];
  const forbidden = ['invalid_request', 'scheme_forbidden', 'address_forbidden'].includes(kind);
  return [forbidden ? 'forbidden-address' : 'unreachable', `could not be asked: ${message}`, !forbidden];
}

function describeAnswer({ status, code, type }: APIError): Described {
  const named = wordOf(code) ?? wordOf(type);
  const what = `answered ${status ?? 'with an error in its stream'}${named ? ` (${named})` : ''}`;
  const [kind, retryable] = judgeStatus(status ?? 0, named ?? '');
  return [kind, what, retryable && named !== SPENT];
}

function judgeStatus(status: number, named: string): [LlmFailureKind, boolean] {
  const known = BY_STATUS[status];
  if (known) return known;
  if (status === 0 && named.includes('rate_limit')) return ['rate-limited', true];
  if (status === 0 || status >= 500) return ['server-error', true];
  return status >= 400 ? ['bad-request', false] : ['bad-answer', false];
}

/** A server's code is a word of its protocol; anything else might be a text. */
function wordOf(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z][a-z_]{2,40}$/.test(value) ? value : null;
}
