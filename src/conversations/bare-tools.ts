import type { AgentConfig } from '../agents/agent-config.js';
import type { LlmTool } from '../llm/llm.js';

/** What the model is told of the tools that only the conversation itself acts on. */
export function bareTools({ tools, transferDestinations }: AgentConfig): LlmTool[] {
  const all: LlmTool[] = [
    {
      name: 'end_call',
      description: 'Ends the call. Say goodbye first.',
      parameters: { type: 'object', properties: { reason: { type: 'string' } } },
    },
    {
      name: 'transfer_call',
      description: `Puts the customer through. ${transferDestinations.map(({ name, description }) => `${name}: ${description}`).join('; ')}`,
      parameters: {
        type: 'object',
        properties: { destination: { type: 'string', enum: transferDestinations.map(({ name }) => name) } },
        required: ['destination'],
      },
    },
  ];
  return all.filter(
    ({ name }) =>
      tools.some((tool) => tool === name) && (name !== 'transfer_call' || transferDestinations.length > 0),
  );
}
