import { hash } from 'node:crypto';

/** A person who is called or calls: what they answer when they are asked. */
export interface Persona {
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly city: string;
  /** Why they would talk to the agent. */
  readonly reason: string;
  /** What they want to know themselves. */
  readonly question: string;
  readonly day: string;
  readonly time: string;
  readonly amount: string;
  /** Which of two offers they take. */
  readonly choice: 0 | 1;
}

const NAMES = ['Dana Reyes', 'Marcus Bell', 'Priya Shah', 'Tom Becker', 'Elena Novak', 'Sam Okafor'];
const COMPANIES = ['Harbor Dental', 'Bright Roofing', 'Northside Auto', 'Willow Clinic', 'Copper Kitchen'];
const CITIES = ['Chicago', 'Austin', 'Denver', 'Portland', 'Columbus'];
const REASONS = [
  'We keep missing calls at the front desk, and it costs us customers.',
  'I filled in the form on your website because I want to understand what you offer.',
  'A colleague recommended you, and I would like to know if it fits a small team.',
  'We are growing, and what we use today does not keep up.',
];
const QUESTIONS = [
  'How much does it cost?',
  'How long does it take to get started?',
  'Can I cancel at any time?',
  'Do you have something in writing that I could look at?',
];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const TIMES = ['nine in the morning', 'ten thirty', 'two in the afternoon', 'around four'];
const AMOUNTS = ['about five', 'around twenty', 'maybe a dozen', 'close to fifty'];

/** The person behind a seed: the same seed, the same person. */
export function personaOf(seed: string): Persona {
  const digest = hash('sha256', `persona:${seed}`, 'buffer');
  const pick = (from: readonly string[], byte: number): string =>
    from[(digest[byte] ?? 0) % from.length] ?? '';
  const name = pick(NAMES, 0);
  return {
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
    company: pick(COMPANIES, 1),
    city: pick(CITIES, 2),
    reason: pick(REASONS, 3),
    question: pick(QUESTIONS, 4),
    day: pick(DAYS, 5),
    time: pick(TIMES, 6),
    amount: pick(AMOUNTS, 7),
    choice: (digest[8] ?? 0) % 2 === 0 ? 0 : 1,
  };
}
