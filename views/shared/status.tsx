/** What a colour means; the word says it too, and the dot has a shape of its own. */
export type Tone = 'good' | 'bad' | 'waiting' | 'live' | 'off';

export const Status = ({ tone, word }: { tone: Tone; word: string }) => (
  <span class={`status ${tone}`}>{word}</span>
);
