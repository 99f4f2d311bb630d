/** A length of time as a clock shows it. */
export const clockText = (seconds: number): string => {
  const whole = Math.round(seconds);
  const rest = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
};

/** A short time: milliseconds below a second, then seconds, and from a minute on as a clock shows it. */
export function shortTime(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : clockText(ms / 1_000);
}

/** A length of time as a clock shows it, exact to machines. */
export const Duration = ({ seconds }: { seconds: number | null }) =>
  seconds === null ? (
    <span class="none">–</span>
  ) : (
    <time class="duration" dateTime={`PT${Math.round(seconds)}S`}>
      {clockText(seconds)}
    </time>
  );
