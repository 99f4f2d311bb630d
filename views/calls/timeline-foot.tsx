/** What a mark stands for: the customer took the floor, somebody spoke along, a tool was used, something else. */
export type MarkKind = 'interruption' | 'aside' | 'tool' | 'event';

const TRIANGLE = 'M-7-7H7L0 6Z';

/** Each kind has a shape, or a filling, of its own: colour alone tells nothing apart. */
export const SHAPES: Record<MarkKind, string> = {
  interruption: TRIANGLE,
  aside: TRIANGLE,
  tool: 'M0-7 7 0 0 7-7 0Z',
  event: 'M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z',
};

const WORDS: readonly [MarkKind, string][] = [
  ['interruption', 'Interruption'],
  ['aside', 'Spoke along'],
  ['tool', 'Tool'],
  ['event', 'Event'],
];

interface FootProps {
  /** The marks that the drawing has. */
  kinds: ReadonlySet<MarkKind>;
  hasSlow: boolean;
}

/** Under the drawing: what its shapes mean, and a line in which a script reads out what is pointed at or heard. */
export const TimelineFoot = ({ kinds, hasSlow }: FootProps) => (
  <div class="timeline-foot" aria-hidden="true">
    {(kinds.size > 0 || hasSlow) && (
      <ul class="key">
        {WORDS.filter(([kind]) => kinds.has(kind)).map(([kind, word]) => (
          <li>
            <svg viewBox="-9 -9 18 18" width="16" height="16">
              <path class={kind} d={SHAPES[kind]} />
            </svg>
            {word}
          </li>
        ))}
        {hasSlow && (
          <li>
            <svg viewBox="-9 -9 18 18" width="16" height="16">
              <rect class="slow-answer" x="-9" y="-4" width="18" height="8" rx="2" />
            </svg>
            Slow answer (over 2 s)
          </li>
        )}
      </ul>
    )}
    <p data-readout hidden>
      Choose a block to read it here and to go to it in the transcript.
    </p>
  </div>
);
