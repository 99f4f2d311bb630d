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
