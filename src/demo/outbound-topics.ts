import type { Topic } from './topic.js';

const LEAD: Topic = {
  name: 'lead follow-up',
  campaign: 'Website leads',
  intent: 'evaluate_product',
  topics: ['demo request', 'pricing', 'team size'],
  openings: [
    'Hi {first}, this is {agent} from Brightline. You asked about {product} on our website. Is now a good time?',
    'Hello, is that {first}? {agent} here from Brightline, about the form you filled in for {product}.',
    'Hi {first}, {agent} with Brightline. I am calling about your question on {product}. Do you have two minutes?',
  ],
  replies: [
    'Oh, that was fast. Sure, go ahead.',
    'Yes, this is {first}. I have a few minutes.',
    'Hi. Yes, I was just comparing a couple of options.',
  ],
  exchanges: [
    {
      agent: ['Great. What made you look at {product} right now?', 'Thanks. What are you hoping to change?'],
      customer: [
        'We keep missing calls after five and I think we lose customers over it.',
        'Honestly, our current tool is slow and nobody on the team likes it.',
        'My manager wants us to have something in place before {month}.',
      ],
    },
    {
      agent: ['That makes sense. How many people would use it?', 'I see. How large is the team?'],
      customer: ['About {count} of us.', 'Right now {count}, maybe a few more next year.'],
    },
    {
      agent: [
        'For {count} people that is {amount} dollars a month, and the first month is free.',
        'With {count} people you would be on the team plan, {amount} dollars a month.',
      ],
      customer: [
        'Okay, that is less than I expected.',
        'Hmm, that is a bit more than what we pay now.',
        'Fine. Is there a contract?',
      ],
    },
    {
      tool: { name: 'find_free_slot', source: 'http', finds: { slot: '{day} {time}' } },
      agent: [
        'I can set up a demo with one of our specialists. How about {day} at {time}?',
        'Let me look at the calendar. {day} at {time} is free, would that work?',
      ],
      customer: ['{day} works for me.', 'Yes, {time} is good.', 'Let me check. Yes, that is fine.'],
      decides: {
        no: ['No, a demo is too early for me.', 'I would rather not, we have found something else.'],
        unsure: ['I have to look at my week first.', 'Let me talk to my manager and come back to you.'],
      },
    },
  ],
  closings: [
    'Wonderful, you will get an invitation by e-mail. Thank you, {first}, and have a good day.',
    'Perfect. I have put that down for {day} at {time}. Goodbye, {first}.',
  ],
  voicemail:
    'Hi {first}, this is {agent} from Brightline about your question on {product}. I will try again on {day}, or call us back at this number any time. Thank you.',
  summary: '{first} is interested in {product} for about {count} people.',
  nextStep: 'Demo on {day} at {time}',
  record: { name: 'lead', facts: ['product', 'count', 'amount'] },
};

const REMINDER: Topic = {
  name: 'appointment reminder',
  campaign: 'Appointment reminders',
  intent: 'confirm_appointment',
  topics: ['appointment', 'rescheduling'],
  openings: [
    'Hello {first}, this is {agent}. I am calling to remind you of your appointment on {day} at {time}.',
    'Hi {first}, {agent} here. You have an appointment with us on {day} at {time}. Can you still make it?',
  ],
  replies: ['Oh right, thanks for the reminder.', 'Hi, yes, I have it in my calendar.', 'Was that {day}?'],
  exchanges: [
    {
      tool: {
        name: 'read_appointment',
        source: 'http',
        finds: { appointment: '{order}', at: '{day} {time}' },
      },
      agent: [
        'I have you down for {day} at {time}. Shall I confirm it?',
        'Yes, {day} at {time}. Is that still good for you?',
      ],
      customer: ['Yes, please confirm it.', 'That works, I will be there.'],
      decides: {
        no: ['I am sorry, I cannot make it.', 'No, something has come up. Please cancel it.'],
        unsure: ['Could we do half an hour later?', 'I cannot say yet.'],
      },
    },
    {
      agent: [
        'Noted. Will you come by car? Parking is behind the building.',
        'All right. Please bring your insurance card, if anything changed.',
      ],
      customer: ['Good to know, thank you.', 'Nothing changed, but I will bring it.', 'Okay.'],
    },
    {
      agent: ['Would you like a text message on the morning of the appointment?'],
      customer: ['Yes, that would help.', 'No need, thanks.'],
    },
  ],
  closings: [
    'Thank you, {first}. See you on {day}.',
    'You are all set for {day} at {time}. Have a nice day, {first}.',
  ],
  voicemail:
    'Hello {first}, this is {agent} with a reminder of your appointment on {day} at {time}. Please call us back at this number if you need another time. Thank you.',
  summary: 'Reminded {first} of the appointment on {day} at {time}.',
  nextStep: 'Appointment on {day} at {time}',
  record: { name: 'appointment', facts: ['day', 'time', 'order'] },
};

const RENEWAL: Topic = {
  name: 'renewal',
  campaign: 'Plan renewals',
  intent: 'renew_plan',
  topics: ['renewal', 'billing', 'plan change'],
  openings: [
    'Hi {first}, {agent} from Brightline. Your plan renews in {month}, and I wanted to make sure it still fits.',
    'Hello {first}, this is {agent}. Your yearly plan ends in {month}. May I ask how it has been?',
  ],
  replies: [
    'It has been fine, mostly.',
    'Hi. I was going to look at that, yes.',
    'Okay, but I only have a minute.',
  ],
  exchanges: [
    {
      tool: { name: 'read_plan', source: 'http', finds: { plan: '{product}', price: '{amount}' } },
      agent: [
        'You are on {product} for {amount} dollars. Do you want to keep it as it is?',
        'I see {product} on your account, {count} seats. Are you using all of them?',
      ],
      customer: [
        'I think we need fewer seats now.',
        'Yes, keep it as it is.',
        'What would it cost if I pay for the year?',
      ],
    },
    {
      agent: [
        'I can take ten percent off if it renews for a year.',
        'If you commit for a year, two months are free.',
      ],
      customer: ['That sounds fair, yes.', 'Let us do that, then.'],
      decides: {
        no: ['No, we will let it run out.', 'No, that is still too much for us.'],
        unsure: ['I would have to ask my partner first.', 'I need to think about that.'],
      },
    },
    {
      agent: ['Is the card on file still the right one?', 'Shall the invoice go to the same address?'],
      customer: ['Yes, it is.', 'Yes, same as before.'],
    },
  ],
  closings: [
    'Thank you for staying with us, {first}. You will get a confirmation by e-mail.',
    'All done. Thanks for your time, {first}, goodbye.',
  ],
  voicemail:
    'Hi {first}, this is {agent} from Brightline. Your plan renews in {month}. If you would like to change anything, call us back at this number. Goodbye.',
  summary: '{first} talked about renewing {product} in {month}.',
  nextStep: 'Send the renewal confirmation',
  record: { name: 'renewal', facts: ['product', 'amount', 'month'] },
};

/** Why customers are called. */
export const OUTBOUND_TOPICS: readonly Topic[] = [LEAD, REMINDER, RENEWAL];
