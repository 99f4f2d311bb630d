import type { Customer, CustomerLine } from './customer-line.js';
import type { Script, ScriptStep } from './customer-script.js';
import type { Draw } from './seeded.js';

/** Before a person answers, simulated seconds. */
const PAUSE = [0.4, 1.2] as const;
/** Longest wait for the agent to speak, or to finish, simulated seconds and real ones: longer is a broken test. */
const PATIENCE = { simulated: 120, real: 30 };

/** A customer that follows a script, on one relay after the other. */
export function scriptedCustomer(script: Script, draw: Draw): Customer {
  const steps = [...script];
  return async (line) => {
    for (let step = steps[0]; step !== undefined; step = steps[0]) {
      await awaitMoment(line, step, draw);
      // Not before: a step whose moment never came on this line is for the next one.
      steps.shift();
      await take(line, step);
    }
  };
}

/** Waits until it is this step's turn. */
async function awaitMoment(line: CustomerLine, step: ScriptStep, draw: Draw): Promise<void> {
  const { ear } = line;
  if ('silence' in step) return;
  if (step.interruptAfterMs !== undefined) {
    await ear.until(() => ear.isAgentSpeaking, PATIENCE.simulated, PATIENCE.real);
    await line.sleep(step.interruptAfterMs / 1000);
    return;
  }
  if (!('say' in step || 'dtmf' in step)) return;
  await turnOver(line, draw);
}

/** The agent spoke, and has nothing more to say. */
async function turnOver({ ear }: CustomerLine, draw: Draw): Promise<void> {
  await ear.until(() => ear.hasHeard || ear.isAgentSpeaking, PATIENCE.simulated, PATIENCE.real);
  do await ear.until(() => !ear.isAgentSpeaking, PATIENCE.simulated, PATIENCE.real);
  while (await ear.until(() => ear.isAgentSpeaking, draw(PAUSE)));
  ear.take();
}

async function take(line: CustomerLine, step: ScriptStep): Promise<void> {
  if ('say' in step) await line.say(step.say, { inTwoParts: step.splitUtterance === true });
  else if ('dtmf' in step) await line.press(step.dtmf);
  else if ('silence' in step) await line.sleep(step.silence);
  else if ('hangup' in step) line.hangUp();
  else if ('dropSocket' in step) await drop(line);
  else line.sendRaw(typeof step.sendRaw === 'string' ? step.sendRaw : JSON.stringify(step.sendRaw));
}

/** The line ends a moment later; nothing more happens on it. */
async function drop(line: CustomerLine): Promise<void> {
  line.dropSocket();
  await line.sleep(Number.POSITIVE_INFINITY);
}
