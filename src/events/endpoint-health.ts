import type { DeliveryTimings } from './delivery-timings.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** How an endpoint has answered lately. */
export type EndpointHealth = Pick<WebhookEndpoint, 'failingSince' | 'consecutiveFailures' | 'resumeAt'>;

export const HEALTHY: EndpointHealth = { failingSince: null, consecutiveFailures: 0, resumeAt: null };

/** One attempt, as the endpoint's health sees it. */
export interface HealthSign {
  at: Date;
  delivered: boolean;
  /** It answered 410: nobody is there any more. */
  gone: boolean;
}

export interface HealthVerdict extends EndpointHealth {
  /** Why the endpoint is to be disabled, if it is. */
  disable: 'gone' | 'failing' | null;
}

/** Whether so many attempts failed in a row that one delivery at a time is sent, to see whether it is back. */
const isProbed = (
  { consecutiveFailures }: Pick<EndpointHealth, 'consecutiveFailures'>,
  { breakerFailures }: DeliveryTimings,
): boolean => consecutiveFailures >= breakerFailures;

/** How an endpoint stands after these attempts, in their order. */
export function judgeHealth(
  before: EndpointHealth,
  signs: readonly HealthSign[],
  timings: DeliveryTimings,
): HealthVerdict {
  let verdict: HealthVerdict = { ...before, disable: null };
  for (const sign of signs) verdict = afterSign(verdict, sign, timings);
  return verdict;
}

function afterSign(health: HealthVerdict, sign: HealthSign, timings: DeliveryTimings): HealthVerdict {
  if (sign.delivered) return { ...HEALTHY, disable: health.disable };
  const failingSince = health.failingSince ?? sign.at;
  const consecutiveFailures = health.consecutiveFailures + 1;
  const resumeAt = isProbed({ consecutiveFailures }, timings)
    ? new Date(sign.at.getTime() + probePause(consecutiveFailures, timings))
    : null;
  const failsForLong =
    consecutiveFailures >= timings.disableFailures &&
    sign.at.getTime() - failingSince.getTime() >= timings.disableAfter;
  const disable = sign.gone ? 'gone' : (health.disable ?? (failsForLong ? 'failing' : null));
  return { failingSince, consecutiveFailures, resumeAt, disable };
}

/** Doubles with each failed probe, up to the longest. */
function probePause(
  failures: number,
  { breakerFailures, probeFirst, probeLongest }: DeliveryTimings,
): number {
  return Math.min(probeLongest, probeFirst * 2 ** Math.min(failures - breakerFailures, 30));
}
