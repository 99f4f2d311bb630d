import type { Attention } from '../../views/console/today.js';
import { type Refusals, refusalWords } from '../webhook-mappings/mapping-activity.repository.js';
import type { FailedCalls } from './home.repository.js';

const many = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** `connection-lost` as people say it. */
const words = (reason: string | null): string => (reason ?? 'unknown reason').replaceAll('-', ' ');

/** What needs a person, the latest first. Endpoints that get nothing any more are told above every page. */
export function attentionTo(failed: readonly FailedCalls[], refusals: readonly Refusals[]): Attention[] {
  return [
    ...failed.map(({ count, reason, lastId, lastAt }) => ({
      title: `${many(count, 'call')} failed: ${words(reason)}`,
      text: count === 1 ? 'See what happened.' : 'See what happened in the latest.',
      at: lastAt,
      href: `/settings/calls/${lastId}`,
    })),
    ...refusals.map((one) => ({
      title: `${one.mappingName} refused ${refusalWords(one)}`,
      text: `See why, fix the field mappings, and replay ${one.count === 1 ? 'it' : 'them'}.`,
      at: one.lastAt,
      href: `/settings/webhook-mappings/${one.mappingId}/log?outcome=rejected`,
    })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
