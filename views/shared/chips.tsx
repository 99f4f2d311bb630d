interface Chip {
  /** What is filtered by, and to what. */
  label: string;
  value: string;
  /** The list without this filter. */
  href: string;
}

/** The filters that are set, each with a way to take it off. */
export const Chips = ({ chips }: { chips: readonly Chip[] }) =>
  chips.length === 0 ? null : (
    <ul class="chips" aria-label="Filters that are set">
      {chips.map(({ label, value, href }) => (
        <li>
          <a class="chip" href={href} title={`Remove the filter ${label}`}>
            <span>
              {label}: <strong>{value}</strong>
            </span>
            <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
              <path d="M4 4l8 8M12 4l-8 8" />
            </svg>
            <span class="unseen">, remove</span>
          </a>
        </li>
      ))}
    </ul>
  );
