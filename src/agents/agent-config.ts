/** What an agent is told; every change makes a new, immutable version of it. */
export interface AgentConfig {
  /** First words after the call is answered; `{{first_name}}` and other variables are filled in. */
  greeting: string;
  /** BCP 47 tag of the spoken language. */
  language: string;
  /** The carrier's name of a voice; null takes the carrier's default for the language. */
  voice: string | null;
  /** How long the customer's phone may ring, in seconds. */
  ringTimeoutSeconds: number;
  /** Longest call, in seconds from the answer. */
  maxDurationSeconds: number;
}

/** What a new agent is told when only its name is given. */
export const DEFAULT_AGENT_CONFIG: AgentConfig = {
  greeting: 'Hello, thank you for taking the call. Goodbye.',
  language: 'en-US',
  voice: null,
  ringTimeoutSeconds: 45,
  maxDurationSeconds: 1_800,
};
