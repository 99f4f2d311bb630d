import type { AgentPayload } from './agent.dto.js';
import type { Agent } from './agent.entity.js';

/** An agent as the API shows it. */
export const presentAgent = (agent: Agent): AgentPayload => ({
  id: agent.id,
  name: agent.name,
  status: agent.status,
  version: agent.version,
  greeting: agent.config.greeting,
  language: agent.config.language,
  voice: agent.config.voice,
  ring_timeout_seconds: agent.config.ringTimeoutSeconds,
  max_duration_seconds: agent.config.maxDurationSeconds,
  created_at: agent.createdAt.toISOString(),
  updated_at: agent.updatedAt.toISOString(),
});
