/** A text that breaks between its parts where there is little room. */
export const Parts = ({ of }: { of: readonly string[] }) => (
  <>
    {of.map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </>
);

/** A sentence whose e-mail addresses stay in one piece where there is room for one. */
export const Sentence = ({ text }: { text: string }) => (
  <>
    {text.split(/(\S+@\S+)/).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span class="whole">
          <Unspaced text={part} />
        </span>
      ),
    )}
  </>
);

/** An e-mail address or what else is written without spaces, which breaks behind its at signs and dots. */
export const Unspaced = ({ text }: { text: string }) => <Parts of={text.split(/(?<=[@.])(?=\S)/)} />;
