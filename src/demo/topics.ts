/** What is asked and answered, in several wordings; `{first}`, `{agent}` and the facts of the call are filled in. */
export interface Exchange {
  agent: readonly string[];
  customer: readonly string[];
  /** The agent looks something up before it says `agent`. */
  tool?: { name: string; source: 'builtin' | 'http'; finds: Readonly<Record<string, string>> };
}

/** What calls are about. */
export interface Topic {
  name: string;
  /** The campaign that makes such calls; null for what customers call about. */
  campaign: string | null;
  intent: string;
  topics: readonly string[];
  openings: readonly string[];
  /** The customer's first words. */
  replies: readonly string[];
  exchanges: readonly Exchange[];
  closings: readonly string[];
  voicemail: string;
  summary: string;
  nextStep: string;
  /** Name of the structured result, and the facts of the call that go into it. */
  record: { name: string; facts: readonly string[] };
}

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
      customer: [
        'Yes, please confirm it.',
        'That works, I will be there.',
        'Could we do half an hour later?',
      ],
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
      customer: ['That sounds fair.', 'I would have to ask my partner first.', 'Let us do that, then.'],
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

const SUPPORT: Topic = {
  name: 'order support',
  campaign: null,
  intent: 'order_status',
  topics: ['order', 'delivery', 'refund'],
  openings: [
    'Thank you for calling Brightline, this is {agent}. How can I help you?',
    'Brightline support, {agent} speaking. What can I do for you?',
  ],
  replies: [
    'Hi, my order {order} was supposed to be here already.',
    'Hello, this is {first}. I have a question about order {order}.',
    'Yes, hi, I am still waiting for a delivery.',
  ],
  exchanges: [
    {
      tool: { name: 'look_up_order', source: 'http', finds: { order: '{order}', arrives: '{day}' } },
      agent: [
        'Let me check. Order {order} left our warehouse and should arrive on {day}.',
        'I found it. {order} was delayed and is now expected on {day}.',
      ],
      customer: [
        'Okay, {day} is late, but fine.',
        'That is too late for me, to be honest.',
        'Can you tell me what happened?',
      ],
    },
    {
      agent: [
        'I am sorry about that. I have credited {amount} dollars to your account.',
        'I apologize for the wait. The shipping cost of {amount} dollars will be refunded.',
      ],
      customer: ['Oh, thank you, I appreciate that.', 'All right, that is something.'],
    },
    {
      agent: [
        'Would you like a text message when it is on its way?',
        'Is the delivery address still the same?',
      ],
      customer: ['Yes, please.', 'Yes, nothing has changed.'],
    },
  ],
  closings: ['You are welcome. Have a good day.', 'Glad I could help, {first}. Goodbye.'],
  voicemail:
    'Hi {first}, this is {agent} from Brightline about order {order}. Please call us back. Thank you.',
  summary: '{first} asked about order {order}, which is expected on {day}.',
  nextStep: 'Deliver {order} by {day}',
  record: { name: 'order', facts: ['order', 'day', 'amount'] },
};

const BOOKING: Topic = {
  name: 'booking',
  campaign: null,
  intent: 'book_appointment',
  topics: ['appointment', 'opening hours'],
  openings: [
    'Hello, you have reached the front desk, this is {agent}. Would you like to make an appointment?',
    'Good day, {agent} speaking. How may I help?',
  ],
  replies: [
    'Yes, I would like to come in some time next week.',
    'Hi, do you have anything free on {day}?',
    'Hello, {first} here, I need to book a visit.',
  ],
  exchanges: [
    {
      tool: { name: 'find_free_slot', source: 'http', finds: { slot: '{day} {time}' } },
      agent: [
        'One moment. I have {day} at {time}, would that suit you?',
        'The first free time is {day} at {time}.',
      ],
      customer: ['{time} is perfect.', 'Yes, I will take it.', 'A little early, but okay.'],
    },
    {
      agent: ['May I have your first and last name, please?', 'Under which name shall I put it?'],
      customer: ['{first} {last}.', 'It is {first}, {last}.'],
    },
    {
      agent: ['And have you been with us before?', 'Is it your first visit?'],
      customer: ['Yes, last year.', 'No, it is my first time.'],
    },
  ],
  closings: [
    'You are booked for {day} at {time}. See you then.',
    'All set, {first}. We look forward to seeing you on {day}.',
  ],
  voicemail:
    'Hi {first}, this is {agent} from the front desk. Please call us back about your visit. Thank you.',
  summary: '{first} booked a visit for {day} at {time}.',
  nextStep: 'Visit on {day} at {time}',
  record: { name: 'booking', facts: ['day', 'time'] },
};

export const OUTBOUND_TOPICS: readonly Topic[] = [LEAD, REMINDER, RENEWAL];
export const INBOUND_TOPICS: readonly Topic[] = [SUPPORT, BOOKING];

/** What fills a long call of any kind. */
export const SMALL_TALK: readonly Exchange[] = [
  {
    agent: ['Is there anything else on your mind?', 'What else would you like to know?'],
    customer: ['Yes, what are your opening hours?', 'Do you also work on Saturdays?'],
  },
  {
    agent: ['We are here from seven to nine on weekdays, and on Saturday mornings.'],
    customer: ['Good, that is convenient.', 'I did not know that, thanks.'],
  },
  {
    agent: ['May I ask how you heard about us?', 'Just out of interest, how did you find us?'],
    customer: ['A colleague told me about you.', 'I saw you online, I think.', 'My sister is a customer.'],
  },
  {
    agent: ['I will make a note of that. Is e-mail the best way to reach you?'],
    customer: [
      'E-mail is fine, yes.',
      'I prefer a text message, actually.',
      'Please call me in the afternoon.',
    ],
  },
  {
    agent: ['Let me repeat that, so that I have it right: {day} at {time}, for {first} {last}.'],
    customer: ['Exactly.', 'Yes, that is right.', 'Right, and thanks for checking.'],
  },
  {
    agent: ['Sorry, the line was bad for a moment. Could you say that again?'],
    customer: ['Sure. I said that {day} would be best for me.', 'I said it is all good.'],
  },
  {
    agent: ['Do you have a preference for who looks after you?'],
    customer: ['Not really, whoever has time.', 'The person from last time was very nice.'],
  },
  {
    agent: ['I also see that you are signed up for our newsletter. Do you want to keep it?'],
    customer: ['Yes, keep it.', 'I never read it, to be honest.', 'For now, yes.'],
  },
  {
    agent: ['Can I send you a short summary of what we have agreed?'],
    customer: ['That would be great.', 'Yes, please do.'],
  },
];

export const REFUSALS = {
  quick: {
    customer: [
      'Sorry, I am driving. Another time.',
      'I am not interested, thank you.',
      'You have the wrong number, there is no {first} here.',
      'I am in a meeting, please call later.',
    ],
    agent: [
      'No problem, thank you for letting me know. Goodbye.',
      'Of course, sorry for the trouble. Goodbye.',
    ],
  },
  optOut: {
    customer: [
      'Please take me off your list and do not call again.',
      'Stop calling me. I want to be removed from your list.',
    ],
    agent: [
      'Understood. I have taken your number off our list, you will not be called again. Goodbye.',
      'I am sorry for the trouble. Your number is on our do-not-call list now. Goodbye.',
    ],
  },
} as const;

export const TRANSFER = {
  customer: ['Could I talk to a person about this?', 'I would rather speak with someone from the team.'],
  agent: ['Of course, I am connecting you with a colleague now. One moment please.'],
} as const;

export const STILL_THERE = ['Hello, are you still there?', 'I cannot hear you. Hello?'] as const;
export const GIVING_UP = ['It seems the line is silent. I will try again later. Goodbye.'] as const;
