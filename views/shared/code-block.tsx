import { CopyButton } from './copy.js';

/** A command or request to copy; scrolls by itself when it is long. */
export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <figure class="code">
    <figcaption>
      {label}
      <CopyButton value={code} label={`code: ${label}`} />
    </figcaption>
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>{code}</code>
    </pre>
  </figure>
);
