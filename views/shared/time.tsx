/** An instant: exact to machines and on hover, short to people; the script turns it into the viewer's zone. */
export const Time = ({ at, none = 'Never' }: { at: Date | string | null; none?: string }) => {
  if (at === null) return <span class="none">{none}</span>;
  const iso = typeof at === 'string' ? at : at.toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 19).replace('T', ' ')} UTC`}>
      {`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}
    </time>
  );
};
