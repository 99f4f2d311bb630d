import type { AgentConfig, BuiltinTool, TransferDestination } from '../agents/agent-config.js';
import type { LlmTool } from '../llm/llm.js';

/** What decides which tools make sense in a call. */
export interface ToolScene {
  config: AgentConfig;
  hasContact: boolean;
  hasCustomerNumber: boolean;
}

/** The tools that the model is offered: the agent's built-in ones that can do something in this call, then its own. */
export function toolsOf(scene: ToolScene): LlmTool[] {
  const { tools, httpTools } = scene.config;
  return [
    ...tools.filter((name) => makesSense(name, scene)).map((name) => BUILT_IN[name](scene.config)),
    ...httpTools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  ];
}

function makesSense(name: BuiltinTool, { config, hasContact, hasCustomerNumber }: ToolScene): boolean {
  if (name === 'transfer_call') return config.transferDestinations.length > 0;
  if (name === 'update_contact' || name === 'add_tag') return hasContact;
  return name !== 'opt_out' || hasCustomerNumber;
}

/** A closed object with every property required: what servers can hold a model to. */
const closed = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const text = (description: string) => ({ type: 'string', description });
const given = (description: string) => ({
  type: ['string', 'null'],
  description: `${description}; null when it was not said`,
});

const BUILT_IN: Record<BuiltinTool, (config: AgentConfig) => LlmTool> = {
  end_call: () => ({
    name: 'end_call',
    description:
      'Hangs up. Use it when the conversation is finished and both have said goodbye. Say your own goodbye in the same answer; it is heard to its end.',
    parameters: closed({ reason: text('Why the call ends, in a few words') }),
  }),
  transfer_call: ({ transferDestinations }) => ({
    name: 'transfer_call',
    description: `Connects the customer with a person and leaves the call. Tell the customer so in the same answer. Destinations: ${listed(transferDestinations)}`,
    parameters: closed({
      destination: { type: 'string', enum: transferDestinations.map(({ name }) => name) },
      reason: text('What the customer wants, in a few words'),
    }),
  }),
  send_dtmf: () => ({
    name: 'send_dtmf',
    description: 'Presses keys of the telephone, for example in the menu of an answering system.',
    parameters: closed({ digits: text('0-9, *, # and w, which waits half a second; at most 32') }),
  }),
  update_contact: () => ({
    name: 'update_contact',
    description:
      'Corrects or completes what is known of the customer. Use it as soon as the customer says it.',
    parameters: closed({
      first_name: given('Given name'),
      last_name: given('Family name'),
      email: given('E-mail address, written as such'),
      company: given('Who the customer works for'),
    }),
  }),
  add_tag: () => ({
    name: 'add_tag',
    description: 'Adds a tag to the customer, so that others find them by it.',
    parameters: closed({ tag: text('One or a few words, such as interested') }),
  }),
  opt_out: () => ({
    name: 'opt_out',
    description:
      'Use it when the customer does not want to be called any more: the number is never called again. The call ends after it, so say goodbye.',
    parameters: closed({ reason: given('What the customer said about it') }),
  }),
};

const listed = (destinations: readonly TransferDestination[]): string =>
  destinations.map(({ name, description }) => `${name} (${description})`).join('; ');
