/** Ways to the neighbouring pages; their addresses keep the filters. */
export const Pagination = ({ previous, next }: { previous: string | null; next: string | null }) =>
  previous === null && next === null ? null : (
    <nav class="pagination" aria-label="Pages">
      {previous === null ? (
        <span class="button quiet off">Previous</span>
      ) : (
        <a class="button quiet" rel="prev" href={previous}>
          Previous
        </a>
      )}
      {next === null ? (
        <span class="button quiet off">Next</span>
      ) : (
        <a class="button quiet" rel="next" href={next}>
          Next
        </a>
      )}
    </nav>
  );

interface NewestAndOlderProps {
  /** null on the first page. */
  first: string | null;
  /** null at the end. */
  next: string | null;
}

/** Ways through a log, which goes on at its beginning: back to that, and further into the past. */
export const NewestAndOlder = ({ first, next }: NewestAndOlderProps) =>
  first === null && next === null ? null : (
    <nav class="pagination" aria-label="Pages">
      {first !== null && (
        <a class="button quiet" href={first}>
          Newest
        </a>
      )}
      {next !== null && (
        <a class="button quiet" rel="next" href={next}>
          Older
        </a>
      )}
    </nav>
  );
