import type { AgentConfig } from './agent-config.js';
import type { AgentPayload, AgentVersionPayload } from './agent-payload.dto.js';
import type { AgentVersion } from './agent-version.entity.js';
import type { Agent } from './agent.entity.js';

/** An agent as the API shows it. */
export const presentAgent = (agent: Agent): AgentPayload => ({
  id: agent.id,
  name: agent.name,
  status: agent.status,
  version: agent.version,
  ...presentConfig(agent.config),
  created_at: agent.createdAt.toISOString(),
  updated_at: agent.updatedAt.toISOString(),
});

/** What an agent was at one version, as the API shows it. */
export const presentVersion = (version: AgentVersion): AgentVersionPayload => ({
  agent_id: version.agentId,
  version: version.version,
  name: version.name,
  ...presentConfig(version.config),
  created_at: version.createdAt.toISOString(),
});

export const presentConfig = (config: AgentConfig) => ({
  prompt: config.prompt,
  greeting: config.greeting,
  model: config.model,
  temperature: config.temperature,
  hints: config.hints,
  interruptible: config.interruptible,
  fallback_line: config.fallbackLine,
  silence_seconds: config.silenceSeconds,
  record: config.record,
  language: config.language,
  voice: config.voice,
  ring_timeout_seconds: config.ringTimeoutSeconds,
  max_duration_seconds: config.maxDurationSeconds,
  tools: config.tools,
  http_tools: config.httpTools.map(({ name, description, url, parameters, timeoutSeconds }) => ({
    name,
    description,
    url,
    parameters,
    timeout_seconds: timeoutSeconds,
  })),
  // Of these the names are the same on the wire.
  transfer_destinations: config.transferDestinations,
  voicemail: config.voicemail,
  success_criteria: config.successCriteria,
  extractions: config.extractions,
  post_call_actions: config.postCallActions,
});
