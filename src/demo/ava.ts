import type { AgentConfig } from '../agents/agent-config.js';

/** What the demo's first agent is told: enough for a conversation that goes somewhere. */
export const AVA: Partial<AgentConfig> = {
  prompt: `You are Ava, a friendly assistant of Brightline. Your aim is a short demo with {{first_name}}.
Brightline answers the telephone for small businesses, day and night, and books appointments.
It costs 49 dollars a month for the first hundred calls.
Getting started takes about twenty minutes, because Brightline reads the website of the business.
There is no contract, so everybody can cancel at any time.
An overview in writing comes by e-mail, together with the invitation.

In this order:
- Ask "What made you look into Brightline?"
- Ask "How many calls do you get on a busy day?"
- Offer "Would Tuesday at ten or Thursday at two suit you for a short demo?"
- Ask "What is the best e-mail address for the invitation?"

Tag the customer "demo-booked" when everything was answered. If they want a person, transfer the call. If they do not want to be called, use opt_out. When both have said goodbye, end the call.`,
  // So that the first call somebody tries can be listened to.
  record: true,
  tools: ['end_call', 'transfer_call', 'update_contact', 'add_tag', 'opt_out'],
  transferDestinations: [
    {
      name: 'sales',
      phone: '+13125550170',
      description: 'A person of the sales team, for anything an agent cannot do',
    },
  ],
  voicemail: {
    action: 'leave_message',
    message:
      'Hi {{first_name}}, this is Ava from Brightline about your question. I will try again tomorrow. Goodbye.',
  },
  successCriteria: [
    {
      name: 'demo_booked',
      description: 'Did the customer agree to a day for a short demo?',
      type: 'boolean',
    },
  ],
  extractions: [
    {
      name: 'email',
      description: 'The e-mail address for the invitation',
      schema: { type: 'string', format: 'email' },
    },
    {
      name: 'calls_a_day',
      description: 'How many calls they get on a busy day',
      schema: { type: 'integer', minimum: 0 },
    },
  ],
};
