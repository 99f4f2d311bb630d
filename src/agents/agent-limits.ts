/** What an agent may hold at most; lengths in characters. */
export const LIMITS = {
  items: 20,
  destinations: 50,
  name: 64,
  description: 1_000,
  url: 2_000,
  toolSeconds: { min: 1, max: 20 },
  voicemail: 1_000,
  tag: 100,
  note: 2_000,
} as const;

/** How long another system may take for a tool unless the agent says otherwise, in seconds. */
export const TOOL_SECONDS_DEFAULT = 10;
