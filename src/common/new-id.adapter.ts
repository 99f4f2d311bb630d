import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;

/** Random bytes for many ids at once: drawn one by one, they would be nearly all that an id costs. */
const pool = Buffer.alloc(ID_BYTES * 256);
let used = pool.length;

/** Of the last id: its time, and its place among those of that millisecond. */
const last = { msecs: 0, seq: 0 };

/** A UUIDv7. Those of one process rise, within a millisecond too; all but their time is beyond guessing. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const msecs = Math.max(Date.now(), last.msecs);
  // 31 random bits to begin with: adding one for each id of a millisecond does not overflow 32.
  last.seq = msecs > last.msecs ? random.readUInt32BE() >>> 1 : last.seq + 1;
  last.msecs = msecs;
  return v7({ ...last, random });
}

/** The least UUIDv7 of an instant: the ids of what came before it are below. */
export const firstIdAt = (at: Date): string =>
  v7({ msecs: Math.max(0, at.getTime()), seq: 0, random: new Uint8Array(ID_BYTES) });
