import { Status, type Tone } from '../shared/status.js';
import { type CallOutcome, DIRECTION_WORDS, outcomeOf, successNote } from './words.js';

/** How something went in a word, and what there is to say of it. */
export const Noted = ({ note, ...status }: { tone: Tone; word: string; note: string | null }) => (
  <span class="outcome-of-call">
    <Status {...status} />
    {note !== null && <small>{note}</small>}
  </span>
);

/** The status in a word, and whether the call reached what it was for. */
export const Outcome = (call: CallOutcome) => <Noted {...outcomeOf(call)} note={successNote(call)} />;

/** Who called: an arrow out of the house or into it, and the word. */
export const Direction = ({ callType }: { callType: 'inbound' | 'outbound' }) => (
  <span class="direction">
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={callType === 'outbound' ? 'M4 12 12 4M6 4h6v6' : 'M12 4 4 12M4 6v6h6'} />
    </svg>
    <span class="word">{DIRECTION_WORDS[callType]}</span>
  </span>
);
