import type { Attention, MappingHealth } from '../../views/console/home.js';
import type { FailedCalls } from './home.repository.js';

const many = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** `connection-lost` as people say it. */
const words = (reason: string | null): string => (reason ?? 'unknown reason').replaceAll('-', ' ');

/** What needs a person, the latest first. Endpoints that get nothing any more are told above every page. */
export function attentionTo(failed: readonly FailedCalls[], mappings: readonly MappingHealth[]): Attention[] {
  return [
    ...failed.map(({ count, reason, lastId, lastAt }) => ({
      title: `${many(count, 'call')} failed: ${words(reason)}`,
      text: count === 1 ? 'See what happened.' : 'See what happened in the latest.',
      at: lastAt,
      href: `/settings/calls/${lastId}`,
    })),
    ...mappings
      .filter(({ refused, lastReceivedAt }) => refused !== '0' && lastReceivedAt !== null)
      .map(({ id, name, refused, lastReceivedAt }) => ({
        title: `${name} refused ${refused === '1' ? '1 request' : `${refused} requests`}`,
        text: 'See why, mend the rules, and replay them.',
        at: lastReceivedAt ?? new Date(0),
        href: `/settings/webhook-mappings/${id}/log?outcome=rejected`,
      })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
