export const WINDOW_MS = 60_000;

/** The start of the minute that an instant (ms) lies in. */
export const currentWindow = (now: number): number => now - (now % WINDOW_MS);

/**
 * Tokens a replica takes at once: 2 % of the limit, at least one. Four replicas that each sit on a full batch
 * hold back less than the promised 10 %.
 */
export const batchSize = (limit: number): number => Math.max(1, Math.floor(limit / 50));
