import type { FirstStep } from '../../views/console/first-steps.js';

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
  /** The carrier rings real phones. */
  isConnected: boolean;
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
  carrier(has),
];

const demoCall = ({ hasCall, isConnected }: Beginnings): FirstStep => ({
  title: 'See a call',
  text: isConnected
    ? 'Let an agent call your own phone, and read what was said while you speak.'
    : 'Ava calls a simulated customer. Watch what is said as it is said; no real phone rings.',
  done: hasCall,
  action: isConnected
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

const carrier = ({ isConnected, hasNumber }: Beginnings): FirstStep => ({
  title: 'Connect a carrier',
  text: isConnected
    ? 'The carrier is connected. Add the number that your calls come from.'
    : 'Until then calls are simulated. It takes an account at Twilio and three settings.',
  done: isConnected && hasNumber,
  action: isConnected
    ? { label: 'Add phone number', href: '/settings/phone-numbers/new' }
    : { label: 'See how', href: '/settings/installation#carrier' },
});
