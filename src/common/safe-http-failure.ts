/**
 * Every way in which a request to a user-supplied URL can fail without an answer.
 * Up to `tls_failed` nothing was sent; from `timeout` on the other side may have acted on the request.
 */
export const SAFE_HTTP_ERRORS = {
  invalid_request: 'the request cannot be sent as it stands',
  scheme_forbidden: 'the URL must be https',
  address_forbidden: 'the URL leads to an address that is not public',
  dns_failed: 'the host name could not be resolved',
  connect_failed: 'no connection could be made',
  connect_timeout: 'no connection in time',
  tls_failed: 'no trusted TLS connection could be made',
  timeout: 'no complete answer in time',
  connection_lost: 'the connection ended before the answer was complete',
  invalid_response: 'the answer is not valid HTTP or its header is too large',
  aborted: 'the request was called off',
  unexpected: 'a fault on our side',
} as const;

export type SafeHttpError = keyof typeof SAFE_HTTP_ERRORS;

/** A failure whose kind is known where it happens. `detail` is for people: a code or a reason, never an address. */
export class SafeHttpFailure extends Error {
  override readonly name = 'SafeHttpFailure';

  constructor(
    readonly kind: SafeHttpError,
    detail?: string,
    options?: ErrorOptions,
  ) {
    super(detail ? `${SAFE_HTTP_ERRORS[kind]}: ${detail}` : SAFE_HTTP_ERRORS[kind], options);
  }
}

/** What undici's and Node's codes mean once a connection stands (before that the connector names the kind). */
const KIND_OF_CODE: Readonly<Record<string, SafeHttpError>> = {
  UND_ERR_INVALID_ARG: 'invalid_request',
  UND_ERR_NOT_SUPPORTED: 'invalid_request',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'invalid_request',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
  UND_ERR_SOCKET: 'connection_lost',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ETIMEDOUT: 'connection_lost',
  EHOSTUNREACH: 'connection_lost',
  ENETUNREACH: 'connection_lost',
  UND_ERR_ABORTED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
};

/** The failure an error of the HTTP layer stands for. Texts of the layer are dropped, they hold addresses. */
export function failureOf(error: unknown): SafeHttpFailure {
  if (error instanceof SafeHttpFailure) return error;
  const code = codeOf(error);
  // undici's parser gives its errors a code for some faults only; the name is always there.
  const notHttp = nameOf(error) === 'HTTPParserError' || isBadAnswer(error);
  const kind = notHttp ? 'invalid_response' : (KIND_OF_CODE[code] ?? 'unexpected');
  return new SafeHttpFailure(kind, code || nameOf(error), { cause: error });
}

/** undici ends the connection of whoever answers 100 or 101, which nobody asked for, and then calls it lost. */
const isBadAnswer = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'bad response' || error.message === 'bad upgrade');

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined;
}

/** The stable code of a system or library error, or an empty text. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
