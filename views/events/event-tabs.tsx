import { Tabs } from '../shared/tabs.js';

/** Where all pages of events are found from. */
export const EVENTS = { href: '/settings/events', label: 'Events' };

const TABS = [
  { href: '/settings/events', label: 'Endpoints' },
  { href: '/settings/events/log', label: 'Event log' },
];

/** Where events go, and which there were. */
export const EventTabs = ({ current }: { current: string }) => (
  <Tabs label="Events" tabs={TABS} current={current} />
);
