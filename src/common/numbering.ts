/**
 * Numbers things from 1 in the order of their first appearance, as PostgreSQL's WITH ORDINALITY counts them: what many
 * rows of a statement have in common is sent once, and named by its number.
 */
export class Numbering<Key> {
  private readonly numbers = new Map<Key, number>();

  /** What was numbered, in order. */
  get keys(): Key[] {
    return [...this.numbers.keys()];
  }

  of(key: Key): number {
    const number = this.numbers.get(key) ?? this.numbers.size + 1;
    this.numbers.set(key, number);
    return number;
  }
}
