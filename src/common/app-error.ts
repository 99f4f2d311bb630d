/** One thing wrong with a request: which input, where it stood, and what would be right. */
export interface Issue {
  /** Name of the field as the caller wrote it; a path (`static_values[0].target`) for nested ones. */
  field: string;
  in: 'query' | 'path' | 'body' | 'header';
  /** What is wrong, in words that say what would be right. */
  issue: string;
  /** What was received, shortened; left out for anything that may be a secret. */
  received?: unknown;
}

/**
 * An expected failure. The error filter answers it as the one error shape; nobody catches it to rethrow.
 * `message` is the contract's text, `code` the stable word that programs compare.
 */
export class AppError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly Issue[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** An error as the refusal that it is. @throws it when it is none of a request, but a failure of ours */
export function refusalIn(error: unknown): AppError {
  if (error instanceof AppError && error.status < 500) return error;
  throw error;
}

/** 400: one or more inputs are wrong. */
export class InvalidRequest extends AppError {
  constructor(message: string, details: readonly Issue[] = []) {
    super(400, 'invalid_request', message, details);
  }
}

/** 404 `<What> not found`; the same for a row that does not exist and for one of another organization. */
export class NotFound extends AppError {
  constructor(what: string) {
    super(404, notFoundCode(what), `${what} not found`);
  }
}

/** `Webhook mapping` gives `webhook_mapping_not_found`. */
export const notFoundCode = (what: string): string =>
  `${what.toLowerCase().replaceAll(/[\s-]+/g, '_')}_not_found`;

/** 409: the request is fine, the state of things forbids it. */
export class Conflict extends AppError {
  constructor(code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(409, code, message, [], headers);
  }
}

/** 401: always the same text, whatever was wrong with the credentials. */
export class AuthenticationFailed extends AppError {
  constructor() {
    super(401, 'authentication_failed', 'Authentication failed');
  }
}

/** 403: who you are is known, and it may not do this. */
export class Forbidden extends AppError {
  constructor(code: string, message: string) {
    super(403, code, message);
  }
}

/** 415: the body is of a kind that this route does not read; `accepted` names the kinds that it does. */
export class UnsupportedMediaType extends AppError {
  constructor(accepted: string) {
    super(415, 'unsupported_media_type', 'Unsupported media type', [
      { field: 'content-type', in: 'header', issue: `must be ${accepted}` },
    ]);
  }
}

/** 503 with `Retry-After`: the database cannot be reached in time; nothing is known to be wrong with the request. */
export class DatabaseUnavailable extends AppError {
  constructor() {
    super(503, 'database_unavailable', 'Service temporarily unavailable', [], { 'Retry-After': '1' });
  }
}

/** 503 with `Retry-After`: more came at once than can be worked on; nothing was done. */
export class Overloaded extends AppError {
  constructor() {
    super(503, 'overloaded', 'Service overloaded', [], { 'Retry-After': '1' });
  }
}
