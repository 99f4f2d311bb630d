/** Tells the bench where its server listens, and ends the server with the bench. */
export function announce(url: string): void {
  process.once('disconnect', () => process.exit());
  process.send?.(url);
}

/** The same for a server of `node:http`. */
export const announcePort = (address: unknown): void =>
  announce(`http://127.0.0.1:${(address as { port: number }).port}`);
