import { Injectable } from '@nestjs/common';
import { Agents } from '../agents/agents.service.js';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import type { Actor } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { OutboundCalls } from '../calls/outbound-calls.service.js';
import { sql, type Tx } from '../database/sql.client.js';
import { AVA } from '../demo/ava.js';
import { SIMULATED_NUMBER } from '../telephony/simulated-number.js';
import { DEMO_AGENT } from './first-steps.js';

/** A customer of the simulated carrier who answers, talks and agrees. */
const SIMULATED_CUSTOMER = '+13125550150';

/** A first call, for an organization that has nothing yet: with the simulated carrier it can be watched at once. */
@Injectable()
export class DemoCalls {
  constructor(
    private readonly agents: Agents,
    private readonly numbers: PhoneNumbers,
    private readonly calls: OutboundCalls,
  ) {}

  /** @returns the call's id @throws AppError as any call that is started */
  async start(tx: Tx, org: OrganizationId, actor: Actor): Promise<string> {
    const agentId = (await this.known(tx, org)) ?? (await this.hire(tx, org, actor));
    const { callId } = await this.calls.start(tx, org, { agentId, phoneNumber: SIMULATED_CUSTOMER });
    return callId;
  }

  private async known(tx: Tx, org: OrganizationId): Promise<string | undefined> {
    const [agent] = await sql<{ id: string }>(
      tx,
      `SELECT id FROM agents WHERE organization_id = $1 AND name = $2 AND status = 'active' ORDER BY id LIMIT 1`,
      [org, DEMO_AGENT],
    );
    return agent?.id;
  }

  private async hire(tx: Tx, org: OrganizationId, actor: Actor): Promise<string> {
    const greeting = 'Hi {{first_name}}, this is Ava from Brightline. Is now a good time?';
    const { id } = await this.agents.create(tx, org, { name: DEMO_AGENT, greeting }, actor, AVA);
    const { pagination } = await this.numbers.list(org, { limit: 1, offset: 0 });
    if (pagination.total === 0)
      await this.numbers.create(tx, org, { number: SIMULATED_NUMBER, label: 'Simulated', agent_id: id });
    return id;
  }
}
