import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Agents that a list of choices has at most. */
const MOST_CHOICES = 200;

@Injectable()
export class WebhookEndpointsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  find(org: OrganizationId, id: string): Promise<WebhookEndpoint | null> {
    return this.db.manager.findOneBy(WebhookEndpoint, { organizationId: org, id, deletedAt: IsNull() });
  }

  /** The endpoint, locked until the transaction ends. */
  findForChange(tx: Tx, org: OrganizationId, id: string): Promise<WebhookEndpoint | null> {
    return tx.findOne(WebhookEndpoint, {
      where: { organizationId: org, id, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
  }

  list(
    org: OrganizationId,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<[WebhookEndpoint[], number]> {
    return this.db.manager.findAndCount(WebhookEndpoint, {
      where: { organizationId: org, deletedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
  }

  /** How many there are; no other transaction of the organization makes one before this one ends. */
  async countForCreate(tx: Tx, org: OrganizationId): Promise<number> {
    await sql(tx, `SELECT pg_advisory_xact_lock(hashtextextended('webhook_endpoints:' || $1, 0))`, [org]);
    return tx.countBy(WebhookEndpoint, { organizationId: org, deletedAt: IsNull() });
  }

  async hasAgent(tx: Tx, org: OrganizationId, agentId: string): Promise<boolean> {
    const rows = await sql(tx, `SELECT 1 FROM agents WHERE organization_id = $1 AND id = $2`, [org, agentId]);
    return rows.length > 0;
  }

  /** The organization's agents by name, as far as a list of choices goes. */
  agents(org: OrganizationId): Promise<{ id: string; name: string }[]> {
    return sql(
      this.db,
      `SELECT id, name FROM agents WHERE organization_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${MOST_CHOICES}`,
      [org],
    );
  }

  /** Those that the service disabled. */
  disabled(org: OrganizationId): Promise<WebhookEndpoint[]> {
    return this.db.manager.find(WebhookEndpoint, {
      where: { organizationId: org, status: 'disabled', deletedAt: IsNull() },
      order: { statusSince: 'DESC' },
    });
  }

  async insert(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
    await tx.insert(WebhookEndpoint, endpoint);
  }

  /** Only what is given: the lease is a worker's, who may have renewed it since the row was read. */
  async update(
    tx: Tx,
    { organizationId, id }: WebhookEndpoint,
    changes: Partial<WebhookEndpoint>,
  ): Promise<void> {
    await tx.update(WebhookEndpoint, { organizationId, id }, changes);
  }
}
