/** Metadata key under which a page says what its visitor must be able to do. */
export const PAGE_NEEDS = 'page_needs';

/** Metadata key of a handler that reads a file from its request itself. */
export const TAKES_FILE = 'page_takes_file';

/** What comes with a form: fields alone, or a file behind them, which the handler reads. */
export type FormKind = 'fields' | 'file';

/** By default a GET is to look, anything else is to change. */
export type PageNeed = 'look' | 'change';

/** Metadata key of forms that only ask. */
export const PAGE_ASKS = 'page_asks';
