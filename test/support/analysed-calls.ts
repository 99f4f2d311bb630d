import type { AgentConfig } from '../../src/agents/agent-config.js';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { aCall, aContact, insert, type Row } from './records.js';
import type { TestService } from './service.js';

/** Of the conversation that the calls here had. */
export const SAID = [
  { index: 0, speaker: 'agent', text: 'Hi Ada, this is Ava from Acme.' },
  { index: 1, speaker: 'customer', text: 'I would like to renew for twelve seats, please.' },
  { index: 2, speaker: 'agent', text: 'Done. Goodbye!' },
];

/** An analysis as a good model answers it for `SAID`. */
export const GOOD_ANSWER = {
  summary: 'Ada renewed her plan for twelve seats.',
  success: { result: 'success', score: 0.9, rationale: 'The plan was renewed.' },
  sentiment: { label: 'positive', score: 0.6 },
  topics: ['renewal'],
  intent: 'renew the plan',
  next_steps: ['Send the invoice.'],
  opt_out: false,
  callback_requested: false,
  evidence: [
    { quote: 'renew for twelve seats', transcript_index: 1 },
    { quote: 'I love your product', transcript_index: 1 },
  ],
  criteria: {},
  extractions: {},
};

/** A call that is over and was answered, with what was said in it and an agent that is told this. */
export async function aSpokenCall(
  service: TestService,
  client: Client,
  { config = {}, said = SAID, ...call }: Row & { config?: Partial<AgentConfig>; said?: unknown[] } = {},
): Promise<{ id: string; contactId: string }> {
  const org = client.organizationId;
  const agent = (await client.post('/api/agents', { name: 'Ava' })).body.id as string;
  await service.db.query(`UPDATE agent_versions SET config = config || $2::jsonb WHERE agent_id = $1`, [
    agent,
    JSON.stringify(config),
  ]);
  const contactId = await aContact(service, org, { first_name: 'Ada' });
  const answered = { answered_at: '2026-01-15T10:30:05.000Z' };
  const id = await aCall(service, org, { agent_id: agent, contact_id: contactId, ...answered, ...call });
  await insert(service, 'call_details', {
    organization_id: org,
    call_id: id,
    transcript_formatted: said,
  });
  return { id, contactId };
}

/** Has a call analysed and waits for the outcome. @returns the full payload */
export async function analysed(client: Client, id: string, seconds = 15) {
  const asked = await client.post(`/api/calls/${id}/analyze`, {});
  if (asked.status !== 202) throw new Error(`not begun: ${asked.text}`);
  return outcomeOf(client, id, seconds);
}

export const outcomeOf = (client: Client, id: string, seconds = 15) =>
  eventually(async () => {
    const { body } = await client.get(`/api/calls/${id}?fields=full`);
    const { status } = (body['post_call_analysis'] ?? {}) as { status?: string };
    return status !== 'queued' && status !== 'running' && body;
  }, seconds);

/** Events of a call, in their order. */
export const eventsOf = async (service: TestService, id: string) =>
  (
    await service.db.query<{ type: string; data: string }[]>(
      `SELECT type, data FROM events WHERE call_id = $1 ORDER BY sequence`,
      [id],
    )
  ).map(({ type, data }) => ({ type, data: JSON.parse(data) as Record<string, unknown> }));
