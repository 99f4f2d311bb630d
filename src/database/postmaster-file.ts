/** What a server writes about itself into `postmaster.pid`. */
export interface PostmasterFile {
  pid: number;
  /** TCP port; null until the server listens. */
  port: number | null;
  /** True from the moment it accepts connections until it begins to stop. */
  ready: boolean;
}

/**
 * Reads `postmaster.pid`, line by line: pid, data folder, start time, port, socket folder, listen address, shared
 * memory, status (PostgreSQL, src/include/utils/pidfile.h). The server writes it in steps, so lines may be missing.
 *
 * @returns null when not even the pid can be read
 */
export function parsePostmasterFile(text: string): PostmasterFile | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const port = Number(lines[3]);
  return { pid, port: port > 0 ? port : null, ready: port > 0 && lines[7] === 'ready' };
}

/**
 * The port of the last start, read from `postmaster.opts` (the command line, each argument in double quotes).
 *
 * @returns null when no port was given
 */
export function lastPort(postmasterOpts: string): number | null {
  const [, port] = /"port=(\d+)"/.exec(postmasterOpts) ?? [];
  return port ? Number(port) : null;
}
