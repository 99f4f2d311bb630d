import { Refuses } from '../common/refuses.decorator.js';

/** Documents that a route sends to active endpoints only. */
export const RefusesInactive = () =>
  Refuses([
    409,
    'webhook_endpoint_not_active',
    'The webhook endpoint is not active',
    'nothing is sent to an endpoint that is paused or disabled',
  ]);
