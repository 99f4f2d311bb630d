import { SAFE_HTTP_ERRORS } from '../common/safe-http-failure.js';

/** What can be wrong with an attempt: no answer, or one that is not 2xx. */
export const DELIVERY_ERRORS = {
  ...SAFE_HTTP_ERRORS,
  redirect: 'the answer is a redirect, which is not followed',
  gone: 'the answer is 410: the endpoint is disabled',
  bad_status: 'the answer is not 2xx',
  secret_unreadable: 'the endpoint has a secret that cannot be read with SECRET_KEY',
} as const;
export type DeliveryError = keyof typeof DELIVERY_ERRORS;
