const SHORT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
};
const short = new Intl.DateTimeFormat('en-GB', SHORT);
const toTheSecond = new Intl.DateTimeFormat('en-GB', { ...SHORT, second: '2-digit' });

interface TimeProps {
  at: Date | string | null;
  none?: string;
  /** To the second and never relative: in logs, histories and details. */
  exact?: boolean;
}

/**
 * An instant: exact to machines and on hover, short to people. The script turns it into the viewer's zone, and what is
 * recent into words such as "5 min ago".
 */
export const Time = ({ at, none = 'Never', exact = false }: TimeProps) => {
  if (at === null) return <span class="none">{none}</span>;
  const instant = new Date(at);
  return (
    <time
      class={exact ? 'exact' : undefined}
      dateTime={instant.toISOString()}
      title={`${toTheSecond.format(instant)} UTC`}
    >
      {`${(exact ? toTheSecond : short).format(instant)} UTC`}
    </time>
  );
};
