/** Small words with which a listener says no more than that he listens. `Yes` and `no` are answers. */
const SMALL_WORDS = new Set(
  (
    'mm mhm mmhm mmhmm hm hmm uh uhhuh uhuh huh aha ah oh um er ' +
    'ok okay right sure yeah yep gotcha alright ja claro vale bien bon'
  ).split(' '),
);
const MOST_WORDS = 2;

/** Whether this only says "I am listening". After a question the same words are an answer. */
export function isBackchannel(said: string, agentsWords: string): boolean {
  if (agentsWords.trimEnd().endsWith('?')) return false;
  const words = said
    .toLowerCase()
    .replaceAll(/[-'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length > 0 && words.length <= MOST_WORDS && words.every((word) => SMALL_WORDS.has(word));
}
