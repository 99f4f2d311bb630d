import { v7 } from 'uuid';
import { aCampaign, aContact, anAgent, type Row } from '../support/records.js';
import type { TestService } from '../support/service.js';

/** A call as the list can filter and sort it. */
export interface ListedCall extends Row {
  id: string;
  agent_id: string;
  contact_id: string | null;
  campaign_id: string | null;
  phone_number: string | null;
  status: string;
  call_type: string;
  started_at: string;
  ended_at: string | null;
  created_at: string;
}

/** mulberry32: the same numbers at every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const oneOf = <T>(next: () => number, list: readonly T[]): T =>
  list[Math.floor(next() * list.length)] as T;

const PHONES = ['+13125550100', '+13125550101', '+442079460018', null];
const STATUSES = ['queued', 'in-progress', 'completed', 'completed', 'failed', 'busy'];

/** Few distinct instants, so that many calls tie. */
const instantOf = (next: () => number): string =>
  new Date(Date.UTC(2026, 0, 15, 10) + Math.floor(next() * 12) * 250).toISOString();

/** Writes `count` calls with ties and NULLs everywhere the list looks, and gives them as the list shows them. */
export async function generateCalls(service: TestService, org: string, count: number): Promise<ListedCall[]> {
  const next = random(count);
  const agents = [
    await anAgent(service, org, 'Ava'),
    await anAgent(service, org, 'Eva'),
    await anAgent(service, org),
  ];
  const contacts = [await aContact(service, org), await aContact(service, org), null];
  const campaigns = [await aCampaign(service, org), null];
  const calls = Array.from({ length: count }, (): ListedCall => {
    const call = {
      id: v7(),
      agent_id: oneOf(next, agents),
      contact_id: oneOf(next, contacts),
      campaign_id: oneOf(next, campaigns),
      phone_number: oneOf(next, PHONES),
      status: oneOf(next, STATUSES),
      call_type: oneOf(next, ['inbound', 'outbound']),
      started_at: instantOf(next),
      ended_at: next() < 0.3 ? null : instantOf(next),
      created_at: instantOf(next),
    };
    return call;
  });
  await service.db.query(
    `INSERT INTO calls (organization_id, id, agent_id, agent_version, contact_id, campaign_id, phone_number, status,
                        call_type, started_at, ended_at, created_at, platform_number, carrier)
     SELECT $1, row.id, row.agent_id, 1, row.contact_id, row.campaign_id, row.phone_number, row.status,
            row.call_type, row.started_at, row.ended_at, row.created_at, '+13125550199', 'simulator'
       FROM jsonb_to_recordset($2) AS row (id uuid, agent_id uuid, contact_id uuid, campaign_id uuid,
            phone_number text, status text, call_type text, started_at timestamptz, ended_at timestamptz,
            created_at timestamptz)`,
    [org, JSON.stringify(calls)],
  );
  return calls;
}

export type Instant = 'started_at' | 'ended_at' | 'created_at';
export interface Query extends Partial<Record<'agent_id' | 'contact_id' | 'campaign_id', string>> {
  phone_number?: string;
  status?: string;
  call_type?: string;
  from?: string;
  to?: string;
  order_by?: Instant;
  order?: 'asc' | 'desc';
}

const EQUAL = ['agent_id', 'contact_id', 'campaign_id', 'phone_number', 'status', 'call_type'] as const;

/** The straightforward list: what the service should find, and in which order. */
export function expected(calls: readonly ListedCall[], query: Query): ListedCall[] {
  const { order_by: by = 'started_at', order = 'desc', from, to } = query;
  const later = (a: ListedCall, b: ListedCall): number => {
    const [x, y] = [a, b].map((call) => `${call[by] ?? 'never'} ${call.id}`) as [string, string];
    return x < y ? -1 : 1;
  };
  const matching = calls
    .filter((call) => EQUAL.every((name) => query[name] === undefined || call[name] === query[name]))
    .filter((call) => (!from || call.started_at > from) && (!to || call.started_at < to));
  return order === 'asc' ? matching.toSorted(later) : matching.toSorted((a, b) => later(b, a));
}

export const search = (query: object): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
