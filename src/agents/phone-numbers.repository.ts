import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { PhoneNumber } from './phone-number.entity.js';

/** What an agent calls from. */
export interface CallingNumber {
  number: string;
  label: string | null;
  /** How many numbers are the agent's own; with none of its own it calls from the default. */
  owned: number;
}

@Injectable()
export class PhoneNumbersRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  find(org: OrganizationId, id: string): Promise<PhoneNumber | null> {
    return this.db.manager.findOneBy(PhoneNumber, { organizationId: org, id });
  }

  findByNumber(org: OrganizationId, number: string): Promise<PhoneNumber | null> {
    return this.db.manager.findOneBy(PhoneNumber, { organizationId: org, number });
  }

  /** The number, locked until the transaction ends. */
  findForChange(tx: Tx, org: OrganizationId, id: string): Promise<PhoneNumber | null> {
    return tx.findOne(PhoneNumber, {
      where: { organizationId: org, id },
      lock: { mode: 'for_no_key_update' },
    });
  }

  list(
    org: OrganizationId,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<[PhoneNumber[], number]> {
    return this.db.manager.findAndCount(PhoneNumber, {
      where: { organizationId: org },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
  }

  /** The first numbers of an agent; the first of all is the one that it calls from. */
  ofAgent(org: OrganizationId, agentId: string, limit: number): Promise<PhoneNumber[]> {
    return this.db.manager.find(PhoneNumber, {
      where: { organizationId: org, agentId },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** The first number of each of these agents, by agent: the one that it calls from. */
  async firstOf(org: OrganizationId, agentIds: readonly string[]): Promise<Map<string, CallingNumber>> {
    const rows = await sql<CallingNumber & { agentId: string }>(
      this.db,
      `SELECT DISTINCT ON (agent_id) agent_id AS "agentId", number, label,
              (count(*) OVER (PARTITION BY agent_id))::int AS owned
         FROM phone_numbers WHERE organization_id = $1 AND agent_id = ANY ($2::uuid[]) ORDER BY agent_id, id`,
      [org, agentIds],
    );
    return new Map(rows.map(({ agentId, ...number }) => [agentId, number]));
  }

  /** What agents without a number of their own call from. */
  default(org: OrganizationId): Promise<PhoneNumber | null> {
    return this.db.manager.findOneBy(PhoneNumber, { organizationId: org, isDefault: true });
  }

  /** Whether there is a default number, or an active agent with one of its own. */
  async canCall(org: OrganizationId): Promise<boolean> {
    const [found] = await sql<{ can: boolean }>(
      this.db,
      `SELECT EXISTS (SELECT FROM phone_numbers WHERE organization_id = $1 AND is_default)
           OR EXISTS (SELECT FROM phone_numbers number
                        JOIN agents agent
                          ON agent.organization_id = number.organization_id AND agent.id = number.agent_id
                       WHERE number.organization_id = $1 AND agent.status = 'active') AS can`,
      [org],
    );
    return found?.can === true;
  }

  async save(tx: Tx, number: PhoneNumber): Promise<void> {
    await tx.save(PhoneNumber, number);
  }

  async delete(tx: Tx, org: OrganizationId, id: string): Promise<boolean> {
    const { affected } = await tx.delete(PhoneNumber, { organizationId: org, id });
    return affected === 1;
  }

  /** Changes of the default take turns: at most one number is the default at any commit. */
  async lockDefault(tx: Tx, org: OrganizationId): Promise<void> {
    await sql(tx, `SELECT pg_advisory_xact_lock(hashtextextended('phone_numbers.default:' || $1, 0))`, [org]);
  }

  async hasAny(tx: Tx, org: OrganizationId): Promise<boolean> {
    return (await tx.countBy(PhoneNumber, { organizationId: org })) > 0;
  }

  async clearDefault(tx: Tx, org: OrganizationId): Promise<void> {
    await sql(
      tx,
      `UPDATE phone_numbers SET is_default = false, version = version + 1, updated_at = now()
        WHERE organization_id = $1 AND is_default`,
      [org],
    );
  }
}
