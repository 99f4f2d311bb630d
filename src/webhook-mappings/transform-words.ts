import { isTransformName, type TransformName } from './transforms.js';

const WORDS: Record<TransformName, string> = {
  trim: 'Trimmed',
  lowercase: 'Lower case',
  uppercase: 'Upper case',
  title_case: 'Title case',
  phone: 'Phone number',
  first_name_of: 'First name',
  last_name_of: 'Last name',
  date: 'Date',
};

/** What is done to a value, as the form, the mapping's page and its log all call it. */
export const transformWords = (name: string | null): string =>
  name !== null && isTransformName(name) ? WORDS[name] : 'As it is';

/** The same as a remark, which is empty where nothing is done. */
export const transformRemark = (name: string | null): string =>
  name === null || name === '' ? '' : transformWords(name);
