import { localPath } from './local-path.js';

describe('where to go after signing in', () => {
  it.each(['/settings', '/settings/team', '/settings/audit-log?kind=user&before=2026-01-15T10:30:00.000Z_a'])(
    '%s is a page of the settings',
    (path) => expect(localPath(path)).toBe(path),
  );

  it.each([
    undefined,
    '',
    '/',
    '/docs',
    '/settingsx',
    '//evil.example',
    '/settings//evil.example',
    '/settings/\\evil',
    'https://evil.example/settings',
    '/settings\n',
  ])('%j is none', (path) => expect(localPath(path)).toBe('/settings'));
});
