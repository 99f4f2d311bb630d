import type { ComponentChildren } from 'preact';

/** A page above another. */
export interface Place {
  href: string;
  label: string;
}

/** The pages above a page, from the list down to the thing that it is about. */
export type Way = Place | readonly Place[];

interface PageHeadProps {
  title: string;
  /** Of a sentence about names that may be written the other way; the first letter tells that of a mere name. */
  dir?: 'ltr';
  /** What this page is for, in a sentence. */
  purpose?: string;
  from?: Way;
  /** The page's one primary action. */
  children?: ComponentChildren;
}

/** A title that may be cut. */
const LONG = 120;

export const PageHead = ({ title, dir, purpose, from, children }: PageHeadProps) => (
  <header class="page-head">
    {from && <Breadcrumb way={[from].flat()} />}
    <div>
      <div class="titles">
        <h1>
          <bdi dir={dir} title={title.length > LONG ? title : undefined}>
            {title}
          </bdi>
        </h1>
        {purpose && <p>{purpose}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </div>
  </header>
);

const Breadcrumb = ({ way }: { way: readonly Place[] }) => (
  <nav class="breadcrumb" aria-label="Breadcrumb">
    <ol>
      {way.map(({ href, label }) => (
        <li>
          <a href={href} dir="auto" title={label}>
            {label}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);
