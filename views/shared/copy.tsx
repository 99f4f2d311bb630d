/** A value to take along: selectable without a script, one click with it. */
export const Copy = ({ value, label, short }: { value: string; label: string; short?: string }) => (
  <span class="copy">
    <code title={short === undefined ? undefined : value}>{short ?? value}</code>
    <button type="button" class="icon-button" data-copy={value} aria-label={`Copy ${label}`} hidden>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
        <path d="M3.5 10.5h-1v-8h8v1" />
      </svg>
    </button>
  </span>
);
