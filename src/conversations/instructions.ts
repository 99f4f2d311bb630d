import type { CallBrief } from '../calls/call-brief.js';
import { renderGreeting } from '../calls/render-greeting.js';

const HOW_TO_SPEAK = `You are speaking on the telephone. Everything you write is said aloud:
- Answer in one or two short sentences, as people speak. No lists, no markdown, no emoji, no links.
- Say numbers, dates and prices as one says them.
- "…" at the end of something you said means that the customer interrupted you there and did not hear the rest.
- "[go on]" means that nobody interrupted you after all: say only the rest of what you were saying.
- "[keypad] 12" means that the customer pressed these keys.
- Never claim to have done something that no tool has confirmed.`;

/** What the model is told before the conversation: the agent's prompt, filled in, and what is known of this call. */
export function instructions({ agent, ...brief }: CallBrief, now: Date): string {
  const facts = [
    `Your name is ${agent.name}. You speak ${agent.config.language}.`,
    brief.callType === 'outbound' ? 'You called the customer.' : 'The customer called you.',
    ...aboutTime(brief.contact?.timezone ?? null, now),
    ...aboutCustomer(brief),
    ...(brief.notes ? [`Notes on this call: ${brief.notes}`] : []),
    ...(brief.memory ? [`Earlier calls with this customer: ${brief.memory.brief}`] : []),
  ];
  return [renderGreeting(agent.config.prompt, brief.variables), HOW_TO_SPEAK, facts.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function aboutTime(timezone: string | null, now: Date): string[] {
  const zone = timezone !== null && clockOf(timezone) ? timezone : 'UTC';
  return [`It is ${clockOf(zone)?.format(now)} (${zone}).`];
}

/** One for each time zone there is: making one costs more than a model's whole request. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Undefined for what is no time zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = clocks.get(timeZone);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone });
    clocks.set(timeZone, made);
    return made;
  } catch {
    return undefined;
  }
}

function aboutCustomer({ contact, customerNumber }: Pick<CallBrief, 'contact' | 'customerNumber'>): string[] {
  if (!contact) return [`The customer is unknown${customerNumber ? ` (${customerNumber})` : ''}.`];
  const name = [contact.firstName, contact.lastName].filter((part) => part).join(' ');
  const known = [name, contact.company, contact.email, contact.phone].filter((part) => part);
  return [`The customer: ${known.join(', ')}.`];
}
