/** More is no name. */
const LONGEST_NAME = 200;

/** What somebody looks for, as it stands in an address: so many characters of it, empty for nothing. */
export const searchText = (raw: unknown, longest = LONGEST_NAME): string =>
  typeof raw === 'string' ? raw.trim().slice(0, longest) : '';
