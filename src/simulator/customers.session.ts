import { interjection, isGoodbye, type Manner, reply } from './customer.js';
import type { Customer, CustomerLine, SpokenLine } from './customer-line.js';
import type { Script } from './customer-script.js';
import type { OutcomeName } from './outcomes.js';
import { type Persona, personaOf } from './persona.js';
import { scriptedCustomer } from './script.session.js';
import type { Draw } from './seeded.js';

/** Before a person answers, simulated seconds. */
const PAUSE = [0.4, 1.2] as const;
/** How long a person waits for the agent to say something, simulated seconds, and at least in real ones. */
const PATIENCE = { simulated: 8, real: 2 };
/** The same after goodbyes. */
const FAREWELL = { simulated: 4, real: 3 };
/** Longest speech of an agent that is listened to. */
const LONGEST_SPEECH = { simulated: 600, real: 60 };

/** After the first greeting: time to listen for the tone. */
const BEFORE_TONE_SECONDS = 0.5;

interface CustomerOrder {
  readonly outcome: OutcomeName;
  readonly script: Script | null;
  /** Makes the person; the same for every call of a number. */
  readonly number: string;
  readonly draw: Draw;
  /** Grows with what is said and heard. */
  readonly conversation: SpokenLine[];
}

/** Who is at the other end of a number. */
export function customerOf({ outcome, script, number, draw, conversation }: CustomerOrder): Customer {
  const persona = personaOf(number);
  const talk = (manner: Manner): Customer => {
    const person = { persona, manner, draw, conversation };
    return (line) => converse(line, person);
  };
  if (script !== null) return scriptedCustomer(script, draw);
  if (outcome === 'voicemail') return (line) => mailbox(line, persona, conversation);
  if (outcome === 'hangs-up') return hangUpInSecondSentence;
  if (outcome === 'silence') return () => Promise.resolve();
  return talk(outcome === 'interrupts' || outcome === 'asks-for-a-person' ? outcome : 'cooperative');
}

interface Person {
  readonly persona: Persona;
  readonly manner: Manner;
  readonly draw: Draw;
  readonly conversation: SpokenLine[];
}

/** Listens and answers until somebody ends the call. */
async function converse(line: CustomerLine, { persona, manner, draw, conversation }: Person): Promise<void> {
  let silences = 0;
  for (;;) {
    const turn = 1 + conversation.filter(({ who }) => who === 'agent').length;
    const thrownIn = interjection(persona, manner, turn);
    const patience = isGoodbye(conversation.at(-1)?.text ?? '') ? FAREWELL : PATIENCE;
    const hasHeard = await awaitAgent(line, patience);
    if (hasHeard && thrownIn !== undefined && (await speaksFor(line, thrownIn.afterSeconds))) {
      await line.say(thrownIn.say);
      continue;
    }
    silences = hasHeard && (await hearOut(line, draw)) ? 0 : silences + 1;
    const next = reply(persona, manner, conversation, silences);
    if (next === 'hangs-up') return line.hangUp();
    if (next !== 'listens') await line.say(next.say);
  }
}

/** Whether the agent begins to speak, or has spoken, in time. */
const awaitAgent = ({ ear }: CustomerLine, { simulated, real }: typeof PATIENCE): Promise<boolean> =>
  ear.until(() => ear.isAgentSpeaking || ear.hasHeard, simulated, real);

/** Whether the agent still speaks after so many seconds. */
async function speaksFor({ ear }: CustomerLine, seconds: number): Promise<boolean> {
  return !(await ear.until(() => !ear.isAgentSpeaking, seconds));
}

/** Listens to the end, and a moment longer. Whether anything was heard. */
async function hearOut({ ear }: CustomerLine, draw: Draw): Promise<boolean> {
  do await ear.until(() => !ear.isAgentSpeaking, LONGEST_SPEECH.simulated, LONGEST_SPEECH.real);
  while (await ear.until(() => ear.isAgentSpeaking, draw(PAUSE)));
  return ear.take() !== '';
}

/** A machine speaks its greeting once, gives a tone and records. */
async function mailbox(
  line: CustomerLine,
  { name }: Persona,
  conversation: readonly SpokenLine[],
): Promise<void> {
  if (conversation.some(({ who }) => who === 'customer')) return;
  await line.greet(async () => {
    await line.say(`Hello, you have reached ${name}.`);
    await line.say("I can't come to the phone right now. Please leave a message after the tone.");
    await line.sleep(BEFORE_TONE_SECONDS);
  });
}

/** Loses interest in the middle of the second sentence. */
async function hangUpInSecondSentence(line: CustomerLine): Promise<void> {
  const { ear } = line;
  while (!(await ear.until(() => ear.sentences >= 2, LONGEST_SPEECH.simulated, LONGEST_SPEECH.real)));
  await line.sleep((ear.latest?.seconds ?? 0) / 2);
  line.hangUp();
}
