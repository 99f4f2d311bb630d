import type { AgentConfig } from './agent-config.js';

/** What follows from an agent's facts and is easily overlooked, by the fact's label. */
export function factNotes(config: AgentConfig, defaultModel: string): Record<string, string> {
  const mayTransfer = config.tools.includes('transfer_call');
  const hasDestinations = config.transferDestinations.length > 0;
  return {
    ...(config.model === null && { Model: `Currently ${defaultModel}` }),
    ...(mayTransfer &&
      !hasDestinations && { 'Built-in tools': 'It can transfer nobody: there is no transfer destination.' }),
    ...(hasDestinations &&
      !mayTransfer && { 'Transfer destination': 'Not used: “Transfer the call” is none of its tools.' }),
  };
}
