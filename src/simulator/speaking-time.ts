/** Characters a synthetic voice speaks in a second, about 150 words a minute. */
export const CHARACTERS_PER_SECOND = 15;
const SHORTEST_SECONDS = 0.5;
/** A tone takes 0.25 s and the gap after it as long; `w` in digits waits half a second. */
const SECONDS_PER_DIGIT = 0.5;
/** Recorded audio is not fetched, since nobody listens to it: every file counts as this long. */
const RECORDED_AUDIO_SECONDS = 3;

/** Seconds that it takes to say a text once. */
export const speakingSeconds = (text: string): number =>
  Math.max(SHORTEST_SECONDS, text.length / CHARACTERS_PER_SECOND);

/** Seconds that it takes to play a file, or these digits, once. */
export const playingSeconds = (digits: string | null): number =>
  digits === null ? RECORDED_AUDIO_SECONDS : digits.length * SECONDS_PER_DIGIT;
