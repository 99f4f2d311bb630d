import type { ComponentChildren } from 'preact';

interface PageHeadProps {
  title: string;
  /** What this page is for, in a sentence. */
  purpose?: string;
  /** The list that this page's thing stands in. */
  from?: { href: string; label: string };
  /** The page's one primary action. */
  children?: ComponentChildren;
}

export const PageHead = ({ title, purpose, from, children }: PageHeadProps) => (
  <header class="page-head">
    {from && (
      <nav class="breadcrumb" aria-label="Breadcrumb">
        <a href={from.href}>{from.label}</a>
      </nav>
    )}
    <div>
      <h1>{title}</h1>
      {children && <div class="actions">{children}</div>}
    </div>
    {purpose && <p>{purpose}</p>}
  </header>
);
