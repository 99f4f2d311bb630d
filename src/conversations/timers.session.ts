/** The alarms of one conversation, by name: setting one anew replaces it. */
export class Timers<Name extends string> {
  private readonly running = new Map<Name, NodeJS.Timeout>();

  set(name: Name, ms: number, ring: () => void): void {
    this.clear(name);
    this.running.set(
      name,
      setTimeout(() => {
        this.running.delete(name);
        ring();
      }, ms),
    );
  }

  clear(name: Name): void {
    clearTimeout(this.running.get(name));
    this.running.delete(name);
  }

  clearAll(): void {
    for (const timer of this.running.values()) clearTimeout(timer);
    this.running.clear();
  }
}

/** The wall clock as it was at the beginning, moved on by a clock that nobody sets. Epoch milliseconds with fractions. */
export function steadyClock(): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => wall + performance.now() - steady;
}
