import type { ComponentChildren } from 'preact';

interface TableProps {
  /** What the rows are, for who does not see the page around it. */
  caption: string;
  columns: readonly (string | Column)[];
  children: ComponentChildren;
}

interface Column {
  label: string;
  hidden?: boolean;
  right?: boolean;
  /** Left out on a narrow screen: what the row's own page tells too. */
  wideOnly?: boolean;
}

/** The classes that leave a table's columns out on a narrow screen. */
const leftOut = (columns: TableProps['columns']): string | undefined =>
  columns
    .flatMap((column, index) => (typeof column !== 'string' && column.wideOnly ? [`wide-${index + 1}`] : []))
    .join(' ') || undefined;

/** Rows of things; scrolls by itself where a narrow screen has no room for them. A row's first link is the row's. */
export const Table = ({ caption, columns, children }: TableProps) => (
  <div class="table" role="region" aria-label={caption} tabIndex={0}>
    <table class={leftOut(columns)}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => {
            const {
              label,
              hidden = false,
              right = false,
            } = typeof column === 'string' ? { label: column } : column;
            return (
              <th scope="col" class={right ? 'right' : undefined}>
                {hidden ? <span class="unseen">{label}</span> : label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
