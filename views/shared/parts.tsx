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

/** An e-mail address or what else is written without spaces, which breaks behind its at signs and dots. */
export const Unspaced = ({ text }: { text: string }) => <Parts of={text.split(/(?<=[@.])(?=\S)/)} />;
