import type { Topic } from './topic.js';

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
      customer: ['Oh, thank you, I appreciate that.', 'All right, that helps.'],
      decides: {
        no: ['That does not help me, I need the order.', 'No, I would rather cancel the whole order.'],
        unsure: ['I will wait and see.', 'Let me see first whether it really comes.'],
      },
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
      decides: {
        no: ['No, that does not work for me, sorry.', 'That is too late for me, I will look elsewhere.'],
        unsure: ['I have to ask my family first.', 'Let me call back about that.'],
      },
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

/** Why customers call. */
export const INBOUND_TOPICS: readonly Topic[] = [SUPPORT, BOOKING];
