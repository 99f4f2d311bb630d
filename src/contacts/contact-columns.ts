/** What other tables know of a contact: read with it, never kept beside it; an index gives each in one look. */
export const DO_NOT_CALL = `EXISTS (SELECT FROM do_not_call listed
  WHERE listed.organization_id = contact.organization_id AND listed.number = contact.phone)`;
export const DO_NOT_CALL_REASON = `(SELECT listed.reason FROM do_not_call listed
  WHERE listed.organization_id = contact.organization_id AND listed.number = contact.phone)`;
export const LAST_CALL_AT = `(SELECT max(started_at) FROM calls
  WHERE calls.organization_id = contact.organization_id AND calls.contact_id = contact.id)`;
const CALL_COUNT = `(SELECT count(*)::int FROM calls
  WHERE calls.organization_id = contact.organization_id AND calls.contact_id = contact.id)`;

/**
 * The contact that a number leads to: the one that has it, or the one that was merged with who had it. For
 * `contacts contact`; organization and number by their places.
 */
export const hasNumber = (
  org: string,
  number: string,
): string => `(contact.phone = ${number} OR contact.id = (
  SELECT merged.contact_id FROM merged_contacts merged
   WHERE merged.organization_id = ${org} AND merged.number = ${number}))`;

/** The columns of a `ContactRow`, for `SELECT … FROM contacts contact`. */
export const CONTACT_COLUMNS = `
  contact.organization_id AS "organizationId", contact.id, contact.phone,
  contact.first_name AS "firstName", contact.last_name AS "lastName", contact.email, contact.company,
  contact.country_code AS "countryCode", contact.timezone, contact.crm_id AS "crmId",
  contact.crm_source AS "crmSource", contact.tags, contact.variables, contact.source, contact.version,
  contact.created_at AS "createdAt", contact.updated_at AS "updatedAt",
  ${DO_NOT_CALL} AS "doNotCall", ${LAST_CALL_AT} AS "lastCallAt", ${CALL_COUNT} AS "callCount"`;

/** An instant as the API shows it. */
const shown = (instant: string): string =>
  `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A contact as the API and the events show it, made by PostgreSQL: for statements that store contacts and write
 * their events at once. It says what `presentContact` says, in the same order.
 */
export const CONTACT_JSON = `json_build_object(
  'id', contact.id, 'first_name', contact.first_name, 'last_name', contact.last_name, 'email', contact.email,
  'phone', contact.phone, 'company', contact.company, 'country_code', contact.country_code,
  'timezone', contact.timezone, 'crm_id', contact.crm_id, 'crm_source', contact.crm_source,
  'tags', contact.tags, 'variables', contact.variables, 'do_not_call', ${DO_NOT_CALL},
  'source', contact.source, 'created_at', ${shown('contact.created_at')},
  'updated_at', ${shown('contact.updated_at')}, 'last_call_at', ${shown(LAST_CALL_AT)},
  'call_count', ${CALL_COUNT})`;

/** What a search looks into: to the letter the expression of the trigram index `contacts_search_idx`. */
export const SEARCHED_TEXT = `lower(
  coalesce(contact.first_name, '') || ' ' || coalesce(contact.last_name, '') || ' ' || coalesce(contact.email, '') || ' ' ||
  coalesce(contact.company, '') || ' ' || contact.phone)`;
