import { Parts } from './parts.js';

interface CopyButtonProps {
  value: string;
  /** What it is, behind the word Copy. */
  label: string;
}

/** Copies with one click; there is none without a script. */
export const CopyButton = ({ value, label }: CopyButtonProps) => (
  <button type="button" class="icon-button" data-copy={value} aria-label={`Copy ${label}`} hidden>
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M3.5 10.5h-1v-8h8v1" />
    </svg>
  </button>
);

/** Where an address had best go to the next line. */
const BEFORE_PATH = /(?<=[^/:])(?=[/?&])/;

/** A value to take along: selectable without a script, one click with it. */
export const Copy = ({ value, label, short }: CopyButtonProps & { short?: string }) => (
  <span class="copy">
    <code title={short === undefined ? undefined : value}>
      {short ?? <Parts of={value.split(BEFORE_PATH)} />}
    </code>
    <CopyButton value={value} label={label} />
  </span>
);
