/** Rows on a page of a list. */
const ROWS_A_PAGE = 50;

/** As far as anybody turns pages. */
const LAST_PAGE = 1_000;

/** A page of a list that is short enough to be counted: which rows, and the ways to its neighbours. */
export function numberedPage(path: string, raw: unknown, filters: Record<string, string | undefined> = {}) {
  const number = typeof raw === 'string' && /^[1-9]\d{0,3}$/.test(raw) ? Math.min(Number(raw), LAST_PAGE) : 1;
  const kept = Object.entries(filters).filter((filter): filter is [string, string] => Boolean(filter[1]));
  const address = (page: number): string => {
    const query = new URLSearchParams([...kept, ...(page === 1 ? [] : [['page', String(page)]])]).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  return {
    query: { limit: ROWS_A_PAGE, offset: (number - 1) * ROWS_A_PAGE },
    pages: (hasMore: boolean) => ({
      previous: number > 1 ? address(number - 1) : null,
      next: hasMore && number < LAST_PAGE ? address(number + 1) : null,
    }),
  };
}
