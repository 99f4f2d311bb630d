/** Written before a name and no part of it; compared without a final dot, in any case. */
const HONORIFICS = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'madam']);

/** Written after a name behind a comma, where otherwise the first name would stand. */
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'md', 'phd', 'esq', 'mba', 'cpa']);

/**
 * Capital letters where names have them: `ADA LOVELACE` is `Ada Lovelace`, `jean-luc o'brien` is `Jean-Luc O'Brien`.
 * After an apostrophe only when one letter stands before it, so that `ada's` stays. Capitals inside a word are lost
 * (`McDonald` becomes `Mcdonald`): meant for text that came in one case.
 */
export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(?<![\p{L}\p{M}\p{N}'’])\p{L}|(?<=(?<![\p{L}\p{M}\p{N}'’])\p{L}['’])\p{L}/gu, (letter) =>
      letter.toUpperCase(),
    );
}

/** `Dr. Ada King Lovelace` and `Lovelace, Ada` give `Ada`: the first word of the name, without honorifics. */
export const firstNameOf = (fullName: string): string => splitName(fullName).first;

/**
 * Everything of the name that is not its first word: `van Beethoven`, `King Lovelace`. Nothing is lost between the
 * two, and particles stay together. Empty for a single word.
 */
export const lastNameOf = (fullName: string): string => splitName(fullName).last;

function splitName(fullName: string): { first: string; last: string } {
  const { surname, given } = atComma(fullName);
  const words = wordsOf(given);
  const firstWord = words.findIndex((word) => !HONORIFICS.has(bare(word)));
  const [first = '', ...others] = firstWord < 0 ? words : words.slice(firstWord);
  return { first, last: [...others, ...wordsOf(surname)].join(' ') };
}

/** `Lovelace, Ada` is written surname first; in `Ada Lovelace, PhD` the comma only sets off a suffix. */
function atComma(fullName: string): { surname: string; given: string } {
  const comma = fullName.indexOf(',');
  if (comma < 0) return { surname: '', given: fullName };
  const [before, after] = [fullName.slice(0, comma), fullName.slice(comma + 1)];
  const isSuffix = wordsOf(after).every((word) => SUFFIXES.has(bare(word)));
  return isSuffix ? { surname: '', given: `${before} ${after}` } : { surname: before, given: after };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const bare = (word: string): string => word.replaceAll(/[.,]/g, '').toLowerCase();
