import { types } from 'node:util';

/** PostgreSQL error codes that mean "not now" instead of "never": the request may be fine. */
const TRANSIENT_CODES = new Set([
  '57014', // statement_timeout
  '55P03', // lock_timeout
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '25006', // read-only: failed over to a standby
  '25P03', // idle in transaction timeout
  '40001', // serialization failure
  '40P01', // deadlock
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** node-postgres has no codes for its own failures, only these texts; the last is TypeORM's, of a lost connection. */
const TRANSIENT_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|connection timeout|Client has encountered a connection error|Query runner already released/i;

/** Whether an error says that the database could not be reached or did not answer in time. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; types.isNativeError(cause) && depth < 5; depth++) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (TRANSIENT_CODES.has(code) || code.startsWith('08') || TRANSIENT_MESSAGES.test(cause.message))
      return true;
    cause = 'driverError' in cause ? cause.driverError : cause.cause;
  }
  return false;
}

/** Whether an error says that the answer to a statement is still outstanding: the connection can do nothing else. */
export const isUnanswered = (error: unknown): boolean =>
  types.isNativeError(error) && error.message.includes('Query read timeout');

/** PostgreSQL's code of an error (`22P02`), if it is one of the database's. */
export function databaseCode(error: unknown): string | undefined {
  const cause = types.isNativeError(error) && 'driverError' in error ? error.driverError : error;
  return types.isNativeError(cause) && 'code' in cause ? String(cause.code) : undefined;
}

/** Whether an error is a violation of the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = types.isNativeError(error) && 'driverError' in error ? error.driverError : error;
  return types.isNativeError(cause) && 'constraint' in cause && cause.constraint === constraint;
}

/** SQLSTATEs of a statement that the server gave up because it, or somebody before it, took too long. */
const HELD_UP_CODES = new Set(['57014', '55P03', '40P01', '40001']);

/**
 * What an error proves of a statement that commits by itself: `refused` by the server for what was in it, `held_up`
 * there by others, both without a trace; or nothing, because the connection was lost or the answer did not come.
 */
export function fateOf(error: unknown): 'refused' | 'held_up' | 'unknown' {
  const cause = types.isNativeError(error) && 'driverError' in error ? error.driverError : error;
  const code = types.isNativeError(cause) && 'code' in cause ? String(cause.code) : '';
  if (HELD_UP_CODES.has(code)) return 'held_up';
  return /^[0-9A-Z]{5}$/.test(code) && !TRANSIENT_CODES.has(code) && !code.startsWith('08')
    ? 'refused'
    : 'unknown';
}
