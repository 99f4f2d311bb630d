/**
 * A small random number generator (sfc32 by Chris Doty-Humphrey, seeded with 128 bits of its label): the same seed gives the same
 * numbers on every machine. For demo data only, never for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(private readonly seed: string) {
    [this.#a, this.#b, this.#c, this.#counter] = digest(seed);
    for (let warmUp = 0; warmUp < 12; warmUp++) this.uint32();
  }

  /** A generator of its own for one thing: what is drawn for it does not move what others draw. */
  fork(label: string | number): Random {
    return new Random(`${this.seed}/${label}`);
  }

  /** 0 to 2^32 - 1 */
  uint32(): number {
    const next = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + next) | 0;
    return next >>> 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    return this.uint32() / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True in a share of `probability` of all draws. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  /** One of the list, each as often as its weight says. */
  weighted<T extends { weight: number }>(list: readonly T[]): T {
    let rest = this.next() * list.reduce((sum, { weight }) => sum + weight, 0);
    return list.find(({ weight }) => (rest -= weight) < 0) ?? (list.at(-1) as T);
  }

  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const rest = [...list];
    return list.map(() => rest.splice(this.int(0, rest.length - 1), 1)[0] as T);
  }

  /** Around `median`, more often a little more than much more (log-normal), and never outside `min` to `max`. */
  around(median: number, spread: number, min: number, max: number): number {
    const bell = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.min(max, Math.max(min, median * Math.exp(spread * bell)));
  }

  hex(length: number): string {
    const words = Array.from({ length: Math.ceil(length / 8) }, () =>
      this.uint32().toString(16).padStart(8, '0'),
    );
    return words.join('').slice(0, length);
  }

  /** A UUIDv7 (RFC 9562) of the instant `ms`. */
  uuidAt(ms: number): string {
    const time = ms.toString(16).padStart(12, '0');
    const random = this.hex(18);
    const variant = '89ab'[this.int(0, 3)];
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`;
  }
}

/** Odd multipliers of MurmurHash3's finalizers; each lane mixes every character in its own way. */
const LANES = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1] as const;

/**
 * 128 bits of a text. Fewer would not do: a million calls have a generator each, and with 32 bits of state some
 * hundred pairs of them would draw the same ids.
 */
function digest(text: string): [number, number, number, number] {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = rotated(Math.imul(a ^ code, LANES[0])) + b;
    b = rotated(Math.imul(b ^ code, LANES[1])) + c;
    c = rotated(Math.imul(c ^ code, LANES[2])) + d;
    d = rotated(Math.imul(d ^ code, LANES[3])) + a;
  }
  return [finished(a), finished(b), finished(c), finished(d)];
}

const rotated = (word: number): number => (word << 13) | (word >>> 19);
const finished = (word: number): number => Math.imul(word ^ (word >>> 16), LANES[0]);
