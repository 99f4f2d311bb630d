import type { ComponentChildren } from 'preact';

interface TableProps {
  /** What the rows are, for who does not see the page around it. */
  caption: string;
  columns: readonly (string | { label: string; hidden?: boolean; right?: boolean })[];
  children: ComponentChildren;
}

/** Rows of things; scrolls by itself on a narrow screen. A row's first link is the row's. */
export const Table = ({ caption, columns, children }: TableProps) => (
  <div class="table" role="region" aria-label={caption} tabIndex={0}>
    <table>
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
