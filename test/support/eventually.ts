import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Waits until `look` gives something true, and gives it back; fails after `seconds`. */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false>,
  seconds = 10,
): Promise<T> {
  const end = Date.now() + seconds * 1_000;
  do {
    const found = await look();
    if (found) return found;
    await delay(POLL_MS);
  } while (Date.now() < end);
  throw new Error(`did not come true within ${seconds} seconds: ${look.toString().slice(0, 200)}`);
}
