/** Settings of a PostgreSQL server, as in its `postgresql.conf`. */
export type ServerSettings = Readonly<Record<string, string>>;

const SERVICE: ServerSettings = {
  // TCP on loopback alone: a socket folder would need a short path that both accounts reach.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // DETAIL lines and statements carry the rows: phone numbers and names have no place in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Without these a crash of the machine, though not of the server alone, may take the whole cluster. */
const SURVIVES_MACHINE_CRASH = ['fsync', 'full_page_writes'];

/** The settings of one start: the service's own, waiting for the disk or not, then the caller's. */
export function serverSettings(durable: boolean, overrides: ServerSettings = {}): ServerSettings {
  const durability = SURVIVES_MACHINE_CRASH.map((name) => [name, durable ? 'on' : 'off']);
  return { ...SERVICE, ...Object.fromEntries(durability), ...overrides };
}

/**
 * Settings as one string for `pg_ctl -o`, which goes through sh or cmd.exe: a value that means something to a shell
 * is refused, not quoted.
 */
export function serverOptions(settings: ServerSettings): string {
  const options = Object.entries(settings).map(([name, value]) => {
    if (!/^[a-z_.]+$/.test(name) || !/^[\w .,:+*/-]*$/.test(value))
      throw new Error(`The PostgreSQL setting ${name} cannot be passed on a command line: ${value}`);
    return `-c "${name}=${value}"`;
  });
  return options.join(' ');
}
