import { Tabs } from '../shared/tabs.js';

const TABS = [
  { href: '/settings/events', label: 'Endpoints' },
  { href: '/settings/events/log', label: 'What happened' },
];

/** Where events go, and which there were. */
export const EventTabs = ({ current }: { current: string }) => (
  <Tabs label="Events" tabs={TABS} current={current} />
);
