/** What a field mapping finds in a payload. */
export interface Check {
  tone: 'good' | 'bad' | 'waiting';
  text: string;
}

/** The same with its mark. @param of the end of the source, where its field does not show it */
export const Found = ({ check: { tone, text }, of = null }: { check: Check; of?: string | null }) => (
  <p class={`found ${tone}`}>
    <span>
      {of !== null && (
        <>
          <code>{of}</code>{' '}
        </>
      )}
      {text}
    </span>
  </p>
);
