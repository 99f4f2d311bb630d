import { phrasesIn } from './phrases.js';

describe('what the service itself says', () => {
  it.each([
    ['en-US', 'Are you still there?'],
    ['de', 'Sind Sie noch da?'],
    ['ES-mx', '¿Sigue ahí?'],
    ['sw-KE', 'Are you still there?'],
    ['', 'Are you still there?'],
  ])('is said in %s', (language, said) => {
    expect(phrasesIn(language).stillThere).toBe(said);
  });
});
