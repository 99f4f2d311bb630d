/** What a form asks of somebody who is known already, and what it answers. */
export const ON_DUPLICATE = 'When the contact exists already';

/** Where the newer values come from. */
export const POSTED = 'what was posted';
export const FROM_FILE = 'the file';

export const duplicateChoices = (source: string) => [
  { value: 'fill_missing', label: 'Fill what is empty' },
  { value: 'overwrite', label: `Overwrite with ${source}` },
  { value: 'skip', label: 'Change nothing' },
];

export const duplicateWords = (chosen: string, source: string): string =>
  duplicateChoices(source).find(({ value }) => value === chosen)?.label ?? chosen;
