import type { INestApplicationContext } from '@nestjs/common';
import { Agents } from '../agents/agents.service.js';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { Campaign } from '../campaigns/campaign.entity.js';
import { sql, type Tx } from '../database/sql.client.js';
import { SIMULATED_NUMBER } from '../telephony/simulated-number.js';
import { AVA } from './ava.js';
import type { Cast } from './demo-call.js';
import type { Random } from './random.js';
import { OUTBOUND_TOPICS } from './outbound-topics.js';

/** Ava comes first; each of the others looks after one matter. */
const AGENTS = [
  { name: 'Ava', greeting: 'Hi {{first_name}}, this is Ava from Brightline. Is now a good time?' },
  { name: 'Noah', greeting: 'Hello {{first_name}}, Noah here with a reminder of your appointment.' },
  { name: 'Mia', greeting: 'Hi {{first_name}}, this is Mia from Brightline about your plan.' },
  { name: 'Leo', greeting: 'Thank you for calling Brightline, this is Leo. How can I help you?' },
  { name: 'Zoe', greeting: 'Hello, you have reached the front desk, this is Zoe.' },
];

/** They were there before the first call. */
const SINCE_MS = 120 * 86_400_000;

/** Makes the agents, the campaigns and the number that the calls of a demo organization refer to. */
export async function hireCast(
  context: INestApplicationContext,
  tx: Tx,
  organizationId: OrganizationId,
  { now, random }: { now: Date; random: Random },
): Promise<Cast> {
  const since = new Date(now.getTime() - SINCE_MS);
  const agents: Cast['agents'][number][] = [];
  // The last that is made is the first in lists and forms.
  for (const agent of AGENTS.toReversed()) {
    const { id, name } = await context
      .get(Agents)
      .create(tx, organizationId, agent, 'system', agent.name === 'Ava' ? AVA : {});
    agents.unshift({ id, name });
  }
  await backdate(tx, organizationId, since);
  await context
    .get(PhoneNumbers)
    .create(tx, organizationId, { number: SIMULATED_NUMBER, label: 'Simulated', agent_id: agents[0]?.id });
  const campaigns = OUTBOUND_TOPICS.flatMap(({ campaign }) => campaign ?? []).map((name) => ({
    organizationId,
    id: random.fork(name).uuidAt(since.getTime()),
    name,
    createdAt: since,
  }));
  await tx.insert(Campaign, campaigns);
  const ids = new Map(campaigns.map(({ name, id }) => [name, id]));
  return { agents, campaigns: ids, platformNumber: SIMULATED_NUMBER };
}

async function backdate(tx: Tx, organizationId: OrganizationId, since: Date): Promise<void> {
  await sql(tx, `UPDATE agents SET created_at = $2, updated_at = $2 WHERE organization_id = $1`, [
    organizationId,
    since,
  ]);
  await sql(tx, `UPDATE agent_versions SET created_at = $2 WHERE organization_id = $1`, [
    organizationId,
    since,
  ]);
}
