import type { Exchange } from './topic.js';

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

/** What ends a call of which nothing came. */
export const PARTINGS = [
  'No problem, {first}. Thank you for your time, and have a good day.',
  'I understand, {first}. Thank you for telling me. Goodbye.',
] as const;

export const STILL_THERE = ['Hello, are you still there?', 'I cannot hear you. Hello?'] as const;
export const GIVING_UP = ['It seems the line is silent. I will try again later. Goodbye.'] as const;
