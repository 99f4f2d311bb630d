import type { FirstStep } from '../../views/console/first-steps.js';

/**
 * Whose account at the carrier rings real phones: the organization's own, or the installation's. Without one calls are
 * simulated, until an own one is saved, or (`unavailable`) as long as the installation takes none. Where own accounts
 * are at a simulator too, one can be saved (`rehearsal`) or is (`rehearsed`).
 */
export type CarrierState = 'own' | 'installation' | 'missing' | 'unavailable' | 'rehearsal' | 'rehearsed';

/** What an organization has, as far as its first steps are concerned. */
export interface Beginnings {
  hasCall: boolean;
  /** One of its own, beside the one that the demo call made. */
  hasAgent: boolean;
  hasIntake: boolean;
  /** The newest mapping that takes requests. */
  mappingId: string | null;
  /** One that somebody made or used; each organization is given a first one. */
  hasKey: boolean;
  hasNumber: boolean;
  carrier: CarrierState;
}

/** What the demo call's agent is called; renamed, it is one's own. */
export const DEMO_AGENT = 'Ava (demo)';

const NEW_KEY =
  '/settings/api-keys/new?name=My+first+program&scope=agents:read&scope=calls:read&scope=calls:write';

/** The way from nothing to real calls. */
export const firstSteps = (has: Beginnings): FirstStep[] => [
  demoCall(has),
  {
    title: 'Make an agent',
    text: 'Say what it is there for, how it greets, and what it may do.',
    done: has.hasAgent,
    action: { label: 'Create agent', href: '/settings/agents/new' },
  },
  sampleLead(has),
  {
    title: 'Add an API key',
    text: 'Your programs read calls and start calls with it.',
    done: has.hasKey,
    action: { label: 'Create API key', href: NEW_KEY },
  },
  connection(has),
];

const ringsPhones = (carrier: CarrierState): boolean => carrier === 'own' || carrier === 'installation';

const demoCall = ({ hasCall, carrier }: Beginnings): FirstStep => ({
  title: 'See a call',
  text: ringsPhones(carrier)
    ? 'Let an agent call your own phone, and read what was said while you speak.'
    : 'Ava calls a simulated customer. Watch what is said as it is said; no real phone rings.',
  done: hasCall,
  action: ringsPhones(carrier)
    ? { label: 'Choose an agent', href: '/settings/agents' }
    : { label: 'Start demo call', post: '/settings/first-steps/demo-call' },
});

const sampleLead = ({ hasIntake, mappingId }: Beginnings): FirstStep => ({
  title: 'Send a sample lead',
  text: 'A mapping makes contacts of what your form or CRM posts. Send it one that is filled in for you.',
  done: hasIntake,
  action:
    mappingId === null
      ? { label: 'Prepare sample lead', post: '/settings/first-steps/sample-lead' }
      : { label: 'Send sample lead', href: `/settings/webhook-mappings/${mappingId}/test` },
});

const CONNECTION: Record<CarrierState, Pick<FirstStep, 'text' | 'action'>> = {
  own: {
    text: 'Your Twilio account is saved. Connect the number that your calls come from.',
    action: { label: 'Connect number', href: '/settings/carrier-numbers' },
  },
  installation: {
    text: 'The carrier is connected. Add the number that your calls come from.',
    action: { label: 'Add phone number', href: '/settings/phone-numbers/new' },
  },
  missing: {
    text: 'Until then calls are simulated. Save your Twilio account, then connect one of its numbers.',
    action: { label: 'Connect carrier', href: '/settings/organization#carrier' },
  },
  rehearsal: {
    text: 'This installation only simulates calls, even from your own carrier account. To rehearse the setup, save a Twilio account and connect one of its numbers.',
    action: { label: 'Connect carrier', href: '/settings/organization#carrier' },
  },
  rehearsed: {
    text: 'Your account is saved, and its calls are simulated here. Connect the number that they come from.',
    action: { label: 'Connect number', href: '/settings/carrier-numbers' },
  },
  unavailable: {
    text: 'Until then calls are simulated. It takes an account at Twilio and three settings.',
    action: { label: 'See how', href: '/settings/installation#carrier' },
  },
};

const connection = ({ carrier, hasNumber }: Beginnings): FirstStep => ({
  title: 'Connect a carrier',
  ...CONNECTION[carrier],
  done: (ringsPhones(carrier) || carrier === 'rehearsed') && hasNumber,
});
