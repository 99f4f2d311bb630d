import type { ComponentChildren } from 'preact';

interface EmptyStateProps {
  title: string;
  /** What would stand here, and what it is good for. */
  text: string;
  /** The one next step. */
  children?: ComponentChildren;
}

export const EmptyState = ({ title, text, children }: EmptyStateProps) => (
  <div class="empty">
    <svg viewBox="0 0 64 40" width="64" height="40" aria-hidden="true">
      <rect x="1" y="1" width="62" height="10" rx="3" />
      <rect x="1" y="15" width="62" height="10" rx="3" />
      <rect x="1" y="29" width="62" height="10" rx="3" />
    </svg>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);
