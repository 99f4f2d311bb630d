import { fieldsOf, type FieldSet, type IncludeGroup } from './call-fields.js';
import { rowWriter, type RowWriter } from './call.presenter.js';

/** One payload, ready for use: what to select, what to join for it, and how its rows become JSON. */
export interface CallView {
  names: readonly string[];
  /** Expressions over `calls call` and `joins`, in the order of `names`. */
  select: string;
  joins: string;
  write: RowWriter;
}

/**
 * Names are the current ones, joined at reading. OFFSET 0 keeps PostgreSQL from turning the look-ups by key, a few for
 * the rows of one page, into a join with a whole table.
 */
const NAMES = `
  LEFT JOIN LATERAL (
    SELECT agents.name FROM agents
     WHERE agents.organization_id = call.organization_id AND agents.id = call.agent_id OFFSET 0) agent ON true
  LEFT JOIN LATERAL (
    SELECT contacts.first_name, contacts.last_name, contacts.email FROM contacts
     WHERE contacts.organization_id = call.organization_id AND contacts.id = call.contact_id OFFSET 0) contact ON true
  LEFT JOIN LATERAL (
    SELECT campaigns.name FROM campaigns
     WHERE campaigns.organization_id = call.organization_id AND campaigns.id = call.campaign_id OFFSET 0) campaign ON true`;

const DETAILS = `
  LEFT JOIN LATERAL (
    SELECT call_details.* FROM call_details
     WHERE call_details.organization_id = call.organization_id AND call_details.call_id = call.id OFFSET 0) details ON true`;

const views = new Map<string, CallView>();

/** The payload of a field set and its include groups; there are 32, each is made once. */
export function callView(set: FieldSet = 'light', include: readonly IncludeGroup[] = []): CallView {
  const fields = fieldsOf(set, include);
  const key = Object.keys(fields).join();
  const view = views.get(key) ?? makeView(fields);
  views.set(key, view);
  return view;
}

function makeView(fields: ReturnType<typeof fieldsOf>): CallView {
  const expressions = Object.values(fields).map(({ sql }) => sql);
  const needsDetails = expressions.some((sql) => sql.includes('details.'));
  return {
    names: Object.keys(fields),
    select: expressions.join(', '),
    joins: NAMES + (needsDetails ? DETAILS : ''),
    write: rowWriter(fields),
  };
}
