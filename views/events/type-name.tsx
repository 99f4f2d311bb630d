/** The name of a type of events, which breaks between its words where there is little room. */
export const TypeName = ({ type }: { type: string }) => (
  <>
    {type.split(/(?<=[._])/).map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </>
);
