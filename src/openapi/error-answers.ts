import type { OpenAPIObject } from '@nestjs/swagger';
import { type Refusal, REFUSAL_EXTENSION } from '../common/refuses.decorator.js';
import { type Answer, isProtected, type Operation, type Route, routesOf, takes } from './document-types.js';
import { inputRefusal } from './input-refusals.js';

/** A refusal that many operations share, and the name of the answer that they share when they have no other. */
interface CommonRefusal extends Refusal {
  answer: string;
  applies: (route: Route) => boolean;
}

const readsBody = (route: Route): boolean => isProtected(route) && route.method !== 'get';
const isRepeatable = (route: Route): boolean => takes(route, 'Idempotency-Key');
const takesIfMatch = (route: Route): boolean => takes(route, 'If-Match');
const always = (): boolean => true;

/** Every refusal that is not an operation's own, in the order in which a request meets them. */
const COMMON: readonly CommonRefusal[] = (
  [
    [
      'HeadersTooLarge',
      431,
      'invalid_request',
      'Request headers too large',
      'the headers exceed 16 KB',
      always,
    ],
    [
      'AuthenticationFailed',
      401,
      'authentication_failed',
      'Authentication failed',
      'the key or the organization id is missing, wrong, expired or revoked',
      isProtected,
    ],
    [
      'InsufficientScope',
      403,
      'insufficient_scope',
      'Insufficient scope',
      'the key lacks the scope of this operation (`x-required-scope`)',
      isProtected,
    ],
    [
      'RateLimited',
      429,
      'rate_limited',
      'Rate limit exceeded',
      '`Retry-After` says when to come back',
      isProtected,
    ],
    [
      'UnsupportedMediaType',
      415,
      'unsupported_media_type',
      'Unsupported media type',
      'the body is of a type that is not read here',
      readsBody,
    ],
    [
      'PayloadTooLarge',
      413,
      'payload_too_large',
      'Payload too large',
      'the body is larger than 256 KB',
      readsBody,
    ],
    [
      'InvalidJson',
      400,
      'invalid_request',
      'Invalid JSON body',
      'the body is no JSON object, not UTF-8 or nested deeper than 32 levels',
      readsBody,
    ],
    [
      'IdempotencyInProgress',
      409,
      'idempotency_in_progress',
      'A request with this idempotency key is still in progress',
      'repeat it after `Retry-After` to get the answer of the first',
      isRepeatable,
    ],
    [
      'IdempotencyKeyReused',
      422,
      'idempotency_key_reused',
      'Idempotency key reused with a different request',
      'the idempotency key belongs to another request',
      isRepeatable,
    ],
    [
      'StaleVersion',
      412,
      'stale_version',
      'The resource was changed since it was read',
      '`If-Match` names another version',
      takesIfMatch,
    ],
    [
      'InternalError',
      500,
      'internal_error',
      'Internal server error',
      'a fault of ours; tell us the `request_id`',
      isProtected,
    ],
    [
      'Unavailable',
      503,
      'database_unavailable',
      'Service temporarily unavailable',
      'the database cannot be reached in time; `Retry-After` says when to come back',
      isProtected,
    ],
  ] as const
).map(([answer, status, code, error, when, applies]) => ({ answer, status, code, error, when, applies }));

/** Writes every operation's errors into the document; an error without a word of the operation's own is shared. */
export function describeErrors(document: OpenAPIObject): void {
  const shared = ((document.components ??= {}).responses ??= {});
  for (const route of routesOf(document)) {
    const own = ownRefusals(route, document);
    const common = COMMON.filter((refusal) => refusal.applies(route) && !own.some(sameAs(refusal)));
    for (const status of new Set([...common, ...own].map((refusal) => refusal.status))) {
      const refusals = [...common, ...own].filter((refusal) => refusal.status === status);
      const [answer] = common.filter((refusal) => refusal.status === status).map((refusal) => refusal.answer);
      if (answer && refusals.length === 1) {
        shared[answer] ??= errorAnswer(refusals);
        route.operation.responses[status] = { $ref: `#/components/responses/${answer}` };
      } else {
        route.operation.responses[status] = errorAnswer(refusals);
      }
    }
  }
}

const sameAs =
  ({ status, error }: Refusal) =>
  (other: Refusal): boolean =>
    other.status === status && other.error === error;

/** What `@Refuses()` left with the operation; which inputs it refuses, it may say better than can be guessed. */
function ownRefusals(route: Route, document: OpenAPIObject): Refusal[] {
  const own = takeOwnRefusals(route.operation);
  const saysInputs = !isProtected(route) || own.some(({ status }) => status === 400);
  return saysInputs ? own : [inputRefusal(route, document), ...own];
}

function takeOwnRefusals(operation: Operation): Refusal[] {
  const keys = Object.keys(operation).filter((key) => key.startsWith(REFUSAL_EXTENSION)) as `x-${string}`[];
  return keys.toReversed().map((key) => {
    const refusal = operation[key] as Refusal;
    delete operation[key];
    return refusal;
  });
}

const errorAnswer = (refusals: readonly Refusal[]): Answer => ({
  description: refusals.map(({ error, when }) => `\`${error}\`: ${when}.`).join('\n\n'),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorPayload' },
      examples: Object.fromEntries(
        refusals.map((refusal, index) => [
          exampleName(refusal, refusals.slice(0, index)),
          { summary: refusal.error, value: exampleOf(refusal) },
        ]),
      ),
    },
  },
});

/** The code; with a number behind it where another text has the same. */
function exampleName({ code }: Refusal, before: readonly Refusal[]): string {
  const same = before.filter((refusal) => refusal.code === code).length;
  return same === 0 ? code : `${code}_${same + 1}`;
}

const exampleOf = ({ status, code, error, details = [] }: Refusal) => ({
  error,
  code,
  status,
  request_id: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e',
  details,
});
