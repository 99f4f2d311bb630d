import { ifGiven, where, type Condition } from '../database/conditions.js';
import type { CallStatus } from './call-status.js';

export const CALL_TYPES = ['inbound', 'outbound'] as const;
export type CallType = (typeof CALL_TYPES)[number];

/** Which calls are wanted; all given filters apply together. */
export interface CallFilter {
  /** E.164. */
  phone_number?: string;
  contact_id?: string;
  agent_id?: string;
  campaign_id?: string;
  status?: CallStatus | 'live';
  call_type?: CallType;
  call_success?: boolean;
  went_to_voicemail?: boolean;
  /** Exclusive bounds of `started_at`. */
  from?: Date;
  to?: Date;
}

/** Calls that are not over, in the words of the index that holds them. */
export const LIVE = `status IN ('queued', 'ringing', 'in-progress')`;

const hasStatus = (status: CallStatus | 'live'): Condition =>
  status === 'live' ? where(`call.${LIVE}`) : where('call.status = ?', status);

/** The filter as conditions on `calls call`: one line for each, used by the page, its total and the most recent call. */
export const conditionsOf = (organizationId: string, filter: CallFilter): (Condition | null)[] => [
  where('call.organization_id = ?', organizationId),
  ifGiven(filter.phone_number, (number) => where('call.phone_number = ?', number)),
  ifGiven(filter.contact_id, (id) => where('call.contact_id = ?', id)),
  ifGiven(filter.agent_id, (id) => where('call.agent_id = ?', id)),
  ifGiven(filter.campaign_id, (id) => where('call.campaign_id = ?', id)),
  ifGiven(filter.status, hasStatus),
  ifGiven(filter.call_type, (type) => where('call.call_type = ?', type)),
  ifGiven(filter.call_success, (success) => where('call.call_success = ?', success)),
  ifGiven(filter.went_to_voicemail, (voicemail) => where('call.went_to_voicemail = ?', voicemail)),
  ifGiven(filter.from, (instant) => where('call.started_at > ?', instant.toISOString())),
  ifGiven(filter.to, (instant) => where('call.started_at < ?', instant.toISOString())),
];

/** Each has an index of its own in the list's order; the first that is given is the one to go along. */
const LEADS = ['contact_id', 'phone_number', 'campaign_id', 'agent_id', 'status'] as const;

/**
 * The filter in two parts: calls to go along, in the order of an index, and what each of them is asked. Who goes along
 * only so many of them is done in time, however few answer.
 */
export function searchParts(
  organizationId: string,
  filter: CallFilter,
): { along: (Condition | null)[]; asked: (Condition | null)[] } {
  const lead = LEADS.find((name) => filter[name] !== undefined);
  const { from, to, ...rest } = filter;
  return {
    along: conditionsOf(organizationId, { from, to, ...(lead && { [lead]: rest[lead] }) }),
    asked: conditionsOf(organizationId, { ...rest, ...(lead && { [lead]: undefined }) }),
  };
}
