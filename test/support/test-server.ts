import type { Keeper } from './keep-postgres.js';

/** The run's own server, from jest's global set-up to its tear-down (both run in the process that starts the workers). */
export const testServer: { keeper?: Keeper | undefined } = {};
