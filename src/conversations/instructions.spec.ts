import { DEFAULT_AGENT_CONFIG } from '../agents/agent-config.js';
import type { OrganizationId } from '../auth/principal.js';
import type { CallBrief } from '../calls/call-brief.js';
import { instructions } from './instructions.js';

const NOW = new Date('2026-01-15T22:30:00Z');
const ORG = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e' as OrganizationId;

const ADA: CallBrief['contact'] = {
  id: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3f',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  company: 'Engines',
  phone: '+13125550142',
  timezone: 'America/Chicago',
  tags: [],
  variables: {},
};

const brief = (
  { prompt = 'Help them.', language = 'en-US' }: { prompt?: string; language?: string } = {},
  more: Partial<CallBrief> = {},
): CallBrief => ({
  org: ORG,
  callId: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d40',
  carrierCallId: null,
  carrierAccountId: null,
  callType: 'outbound',
  agent: { id: 'a', name: 'Ava', version: 1, config: { ...DEFAULT_AGENT_CONFIG, prompt, language } },
  contact: null,
  customerNumber: '+13125550142',
  platformNumber: '+13125550199',
  variables: {},
  greeting: 'Hello.',
  notes: null,
  memory: null,
  organization: { id: ORG, name: 'Acme' },
  answeredAt: null,
  startedAt: NOW,
  endRequested: false,
  wentToVoicemail: false,
  ...more,
});

describe('what the model is told before the conversation', () => {
  it('begins with the agent’s prompt, filled in', () => {
    const told = instructions(
      brief(
        { prompt: 'Sell {{product}} to {{first_name}} {{nobody}}.' },
        {
          variables: { product: 'engines', first_name: 'Ada' },
        },
      ),
      NOW,
    );
    expect(told).toMatch(/^Sell engines to Ada\.\n\nYou are speaking on the telephone\./);
  });

  it('is the rules and the facts alone where there is no prompt', () => {
    expect(instructions(brief({ prompt: ' ' }), NOW)).toMatch(/^You are speaking on the telephone\./);
  });

  it.each<[string, CallBrief, string[]]>([
    [
      'the agent’s name, language and the direction of an outbound call',
      brief({ language: 'de-DE' }),
      ['Your name is Ava. You speak de-DE.', 'You called the customer.'],
    ],
    ['that the customer called', brief({}, { callType: 'inbound' }), ['The customer called you.']],
    [
      'the customer’s time',
      brief({}, { contact: ADA }),
      ['It is Thursday, January 15, 2026 at 4:30 PM (America/Chicago).'],
    ],
    [
      'the time of the world for a customer whose time zone is none',
      brief({}, { contact: { ...ADA, timezone: 'Mars/Olympus' } }),
      ['It is Thursday, January 15, 2026 at 10:30 PM (UTC).'],
    ],
    [
      'who the customer is, as far as that is known',
      brief({}, { contact: { ...ADA, lastName: null, email: '' } }),
      ['The customer: Ada, Engines, +13125550142.'],
    ],
    ['that the customer is unknown', brief(), ['The customer is unknown (+13125550142).']],
    ['nothing of a withheld number', brief({}, { customerNumber: null }), ['The customer is unknown.']],
    ['the call’s notes', brief({}, { notes: 'Wants a quote.' }), ['Notes on this call: Wants a quote.']],
    [
      'what earlier calls said',
      brief(
        {},
        {
          memory: {
            previous_calls: 1,
            last_call_id: 'c',
            last_call_at: NOW.toISOString(),
            brief: 'Asked for a demo.',
          },
        },
      ),
      ['Earlier calls with this customer: Asked for a demo.'],
    ],
  ])('names %s', (_, given, lines) => {
    const told = instructions(given, NOW).replaceAll('\u202f', ' ').split('\n');
    for (const line of lines) expect(told).toContain(line);
  });

  it('says nothing of what there is not', () => {
    expect(instructions(brief(), NOW)).not.toMatch(/Notes|Earlier/);
  });
});
