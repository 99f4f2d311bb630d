import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import type { OrganizationId } from '../auth/principal.js';
import { type Actor, storedActor } from '../audit/audit.service.js';
import type { Tx } from '../database/sql.client.js';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { AgentVersion } from './agent-version.entity.js';
import { Agent } from './agent.entity.js';

@Injectable()
export class AgentsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  find(org: OrganizationId, id: string): Promise<Agent | null> {
    return this.db.manager.findOneBy(Agent, { organizationId: org, id });
  }

  /** The agent, locked until the transaction ends. */
  findForChange(tx: Tx, org: OrganizationId, id: string): Promise<Agent | null> {
    return tx.findOne(Agent, {
      where: { organizationId: org, id },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async list(
    org: OrganizationId,
    filter: { status?: Agent['status'] },
    page: { limit: number; offset: number },
  ): Promise<[Agent[], number]> {
    return this.db.manager.findAndCount(Agent, {
      where: { organizationId: org, ...(filter.status && { status: filter.status }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: page.limit,
      skip: page.offset,
    });
  }

  /** Countries that the organization may call. */
  async allowedCountries(tx: Tx, org: OrganizationId): Promise<string[]> {
    return (await tx.findOneByOrFail(Organization, { id: org })).allowedCountries;
  }

  /** The model of agents that name none; null where the organization names none either. */
  async defaultModel(org: OrganizationId): Promise<string | null> {
    return (await this.db.manager.findOneByOrFail(Organization, { id: org })).llmModel;
  }

  versions(
    org: OrganizationId,
    agentId: string,
    page: { limit: number; offset: number },
  ): Promise<[AgentVersion[], number]> {
    return this.db.manager.findAndCount(AgentVersion, {
      where: { organizationId: org, agentId },
      order: { version: 'DESC' },
      take: page.limit,
      skip: page.offset,
    });
  }

  version(org: OrganizationId, agentId: string, version: number): Promise<AgentVersion | null> {
    return this.db.manager.findOneBy(AgentVersion, { organizationId: org, agentId, version });
  }

  /** Writes the agent and keeps what it now is as an immutable version. */
  async save(tx: Tx, agent: Agent, by: Actor): Promise<void> {
    await tx.save(Agent, agent);
    const [actorType, actorId] = storedActor(by);
    await tx.insert(AgentVersion, {
      organizationId: agent.organizationId,
      agentId: agent.id,
      version: agent.version,
      name: agent.name,
      status: agent.status,
      actorType,
      actorId,
      // TypeORM's type takes a JSON column for a relation to be written deeply.
      config: agent.config as QueryDeepPartialEntity<AgentVersion>['config'],
    });
  }
}
