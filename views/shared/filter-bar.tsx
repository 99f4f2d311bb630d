import type { ComponentChildren } from 'preact';

interface FilterBarProps {
  action: string;
  /** Where nothing is filtered; null when nothing is. */
  clear: string | null;
  children: ComponentChildren;
}

/** What of a list to see; it stands in the address, so that it can be shared. */
export const FilterBar = ({ action, clear, children }: FilterBarProps) => (
  <form method="get" action={action} class="filters" role="search">
    {children}
    <div class="actions">
      <button type="submit" class="button quiet">
        Filter
      </button>
      {clear !== null && (
        <a class="button quiet" href={clear}>
          Clear filters
        </a>
      )}
    </div>
  </form>
);
