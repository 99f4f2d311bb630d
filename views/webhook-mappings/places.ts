import type { Place } from '../shared/page-head.js';

export const MAPPINGS: Place = { href: '/settings/webhook-mappings', label: 'Webhook mappings' };

interface Named {
  id: string;
  name: string;
}

/** What leads up from a page about a mapping. */
export const wayTo = ({ id, name }: Named): [Place, Place] => [
  MAPPINGS,
  { href: `${MAPPINGS.href}/${id}`, label: name },
];

/** What leads up from a page about what was posted to it. */
export const wayToLog = (mapping: Named): Place[] => [
  ...wayTo(mapping),
  { href: `${MAPPINGS.href}/${mapping.id}/log`, label: 'Log' },
];
