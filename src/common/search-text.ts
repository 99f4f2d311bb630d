/** More is no name. */
const LONGEST = 200;

/** What somebody looks for by name, as it stands in an address; empty for nothing. */
export const searchText = (raw: unknown): string =>
  typeof raw === 'string' ? raw.trim().slice(0, LONGEST) : '';
