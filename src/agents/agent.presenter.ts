import type { AgentPayload } from './agent.dto.js';
import type { Agent } from './agent.entity.js';

/** An agent as the API shows it. */
export const presentAgent = (agent: Agent): AgentPayload => ({
  id: agent.id,
  name: agent.name,
  status: agent.status,
  version: agent.version,
  prompt: agent.config.prompt,
  greeting: agent.config.greeting,
  model: agent.config.model,
  temperature: agent.config.temperature,
  hints: agent.config.hints,
  interruptible: agent.config.interruptible,
  fallback_line: agent.config.fallbackLine,
  silence_seconds: agent.config.silenceSeconds,
  record: agent.config.record,
  language: agent.config.language,
  voice: agent.config.voice,
  ring_timeout_seconds: agent.config.ringTimeoutSeconds,
  max_duration_seconds: agent.config.maxDurationSeconds,
  created_at: agent.createdAt.toISOString(),
  updated_at: agent.updatedAt.toISOString(),
});
