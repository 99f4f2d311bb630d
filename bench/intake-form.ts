import type { DataSource } from 'typeorm';
import type { LoadRequest } from './support/load.js';

/** The parts of a form that differ from one submission to the next. */
interface FormNumbers {
  area: string;
  exchange: string;
  line: string;
  code: string;
}

/** What a lead form of a website posts. */
export const formBody = ({ area, exchange, line, code }: FormNumbers): Record<string, string> => ({
  full_name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  phone: `(${area}) ${exchange}-${line}`,
  company: 'Analytical Engines Ltd',
  offer: `spring-${code}`,
  utm_source: 'newsletter',
});

/** What becomes of it. Every submission changes the contact that it meets: `offer` is another one each time. */
export const FORM_RULES = {
  field_mappings: [
    { source: 'full_name', target: 'firstName', transform: 'first_name_of' },
    { source: 'full_name', target: 'lastName', transform: 'last_name_of' },
    { source: 'email', target: 'email', transform: 'lowercase' },
    { source: 'phone', target: 'phone', transform: 'phone' },
    { source: 'company', target: 'company', transform: null },
    { source: 'offer', target: 'variables.offer', transform: null },
  ],
  static_tags: ['website', 'lead'],
  on_duplicate: 'overwrite',
};

/** From where to where the numbers go, both ends included. */
export type People = Record<keyof FormNumbers, readonly [number, number]>;

/** All of these are contacts already. */
export const KNOWN: People = {
  area: [312, 312],
  exchange: [200, 200],
  line: [1000, 9999],
  code: [1, 1_000_000],
};
/** Few of these are, even after long runs. */
const FRESH: People = { area: [415, 415], exchange: [200, 999], line: [1000, 9999], code: [1, 1_000_000] };
export const BOTH = [KNOWN, FRESH];

/** A submission by one of those people. */
export function submission(people: People): LoadRequest {
  const drawn = Object.fromEntries(
    Object.entries(people).map(([name, [low, high]]) => [name, `{${low}-${high}}`]),
  );
  return {
    method: 'POST',
    path: '/api/contacts/flex',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(formBody(drawn as unknown as FormNumbers)),
    statuses: [200, 201],
  };
}

/** Makes the contacts that are known already. */
export async function loadContacts(db: DataSource, organizationId: string): Promise<void> {
  await db.query(
    `INSERT INTO contacts (organization_id, id, phone, first_name, last_name, source, tags)
     SELECT $1, gen_random_uuid(), '+1312200' || n, 'Ada', 'Lovelace', 'intake', '{website,lead}'
       FROM generate_series(1000, 9999) n`,
    [organizationId],
  );
}
