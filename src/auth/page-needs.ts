/** Metadata key under which a page says what its visitor must be able to do. */
export const PAGE_NEEDS = 'page_needs';

/** By default a GET is to look, anything else is to change. */
export type PageNeed = 'look' | 'change';

/** Metadata key of forms that only ask. */
export const PAGE_ASKS = 'page_asks';
