import { redactSecrets } from '../common/redact-secrets.js';
import type { SafeHttpResult } from '../common/safe-http.client.js';

/** How a request to another system went. */
export interface RequestOutcome {
  status: 'succeeded' | 'failed';
  /** The same request may succeed later. */
  isRetryable: boolean;
  /** Without secrets; null when there was no answer. */
  response: { status: number; body: unknown; truncated: boolean } | null;
  error: string | null;
}

/** Without these the other side was never asked, and will not be asked later either. */
const HOPELESS = new Set(['invalid_request', 'scheme_forbidden', 'address_forbidden']);
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

export function judgeRequest(result: SafeHttpResult): RequestOutcome {
  if (!result.ok) {
    const isRetryable = !HOPELESS.has(result.error);
    return { status: 'failed', isRetryable, response: null, error: result.message };
  }
  const { status, truncated } = result;
  const response = { status, body: redactSecrets(parsed(result.body)), truncated };
  if (status >= 200 && status < 300)
    return { status: 'succeeded', isRetryable: false, response, error: null };
  const isRetryable = status >= 500 || RETRYABLE_STATUSES.has(status);
  return { status: 'failed', isRetryable, response, error: `The other system answered ${status}` };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
