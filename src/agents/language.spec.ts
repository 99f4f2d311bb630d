import { readLanguage } from './language.js';

describe('language tags', () => {
  it.each([
    ['en-US', 'en-US'],
    ['en-us', 'en-US'],
    ['de', 'de'],
    ['zh-hant-tw', 'zh-Hant-TW'],
  ])('%s is read as %s', (raw, value) => {
    expect(readLanguage(raw)).toEqual({ value });
  });

  it.each(['', 'e', 'english please', 'en_US', '-en', 'x'.repeat(36), 7, null])(
    '%p is no language tag',
    (raw) => {
      expect(readLanguage(raw)).toEqual({ issue: expect.stringContaining('BCP 47') });
    },
  );
});
