import { v7 } from 'uuid';
import type { TestService } from './service.js';

export type Row = Record<string, unknown>;

/** Writes a row as it is, for what the API cannot make; values of objects and lists go in as JSON. */
export async function insert(service: TestService, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value,
  );
  await service.db.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  );
}

/** An agent of an organization, written without the API. */
export async function anAgent(service: TestService, org: string, name = 'Ava'): Promise<string> {
  const id = v7();
  await insert(service, 'agents', { organization_id: org, id, name, config: {} });
  return id;
}

export async function aCampaign(service: TestService, org: string, name = 'Spring'): Promise<string> {
  const id = v7();
  await insert(service, 'campaigns', { organization_id: org, id, name });
  return id;
}

export async function aContact(service: TestService, org: string, contact: Row = {}): Promise<string> {
  const id = v7();
  const phone = `+1312${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  await insert(service, 'contacts', { organization_id: org, id, phone, source: 'api', ...contact });
  return id;
}

/** A finished outbound call, unless the row says otherwise; made with an agent of its own when it names none. */
export async function aCall(service: TestService, org: string, call: Row = {}): Promise<string> {
  const row = {
    organization_id: org,
    id: v7(),
    agent_id: call['agent_id'] ?? (await anAgent(service, org)),
    agent_version: 1,
    call_type: 'outbound',
    status: 'completed',
    phone_number: '+13125550100',
    platform_number: '+13125550199',
    call_duration: 60,
    started_at: '2026-01-15T10:30:00.000Z',
    ended_at: '2026-01-15T10:31:05.000Z',
    ended_reason: 'customer-ended-call',
    carrier: 'simulator',
    ...call,
  };
  await insert(service, 'calls', row);
  return row.id;
}
