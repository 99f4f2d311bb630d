/** One thing that is wrong with the request. */
export class ErrorDetail {
  /**
   * Name of the input as it was sent; a path for nested ones.
   * @example limit
   */
  field: string;
  /** Where it stood. */
  in: 'query' | 'path' | 'body' | 'header';
  /**
   * What is wrong, in words that say what would be right.
   * @example "must be an integer of at least 1"
   */
  issue: string;
  /**
   * What was received, shortened; left out for anything that may be a secret.
   * @example abc
   */
  received?: unknown;
}

/** The one shape of every error. */
export class ErrorPayload {
  /**
   * What went wrong.
   * @example "Call not found"
   */
  error: string;
  /**
   * The same as a stable word for programs.
   * @example call_not_found
   */
  code: string;
  /**
   * The HTTP status.
   * @example 404
   */
  status: number;
  /**
   * Names the request in the logs; also the header `x-request-id`.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  request_id: string;
  /** Every input that is wrong; empty when the error is about none. */
  details: ErrorDetail[];
}
