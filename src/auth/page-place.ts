import { isUuid } from '../common/readings.js';

/** Where a page of a list that is sorted by an instant ends: its last row. */
export interface PagePlace {
  /** ISO 8601, in UTC with milliseconds. */
  at: string;
  id: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A place as an address says it; what is none counts as not given. */
export function readPagePlace(raw: unknown): PagePlace | undefined {
  const [at = '', id = ''] = typeof raw === 'string' ? raw.split('_') : [];
  return isUuid(id) && INSTANT.test(at) && !Number.isNaN(Date.parse(at)) ? { at, id } : undefined;
}

export const pagePlaceText = ({ at, id }: PagePlace): string => `${at}_${id}`;
