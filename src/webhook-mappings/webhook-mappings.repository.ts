import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { CLOSE_GATE } from './intake-statement.js';
import type { MappingRow } from './webhook-mapping.presenter.js';
import { WebhookMapping } from './webhook-mapping.entity.js';

const MAPPING_COLUMNS = `
  mapping.organization_id AS "organizationId", mapping.id, mapping.name, mapping.action_type AS "actionType",
  mapping.field_mappings AS "fieldMappings", mapping.static_values AS "staticValues",
  mapping.static_tags AS "staticTags", mapping.on_duplicate AS "onDuplicate", mapping.status, mapping.version,
  mapping.intake_key_sealed AS "intakeKeySealed", mapping.created_at AS "createdAt", mapping.updated_at AS "updatedAt",
  mapping.deleted_at AS "deletedAt",
  (SELECT request.received_at FROM intake_requests request
    WHERE request.organization_id = mapping.organization_id AND request.mapping_id = mapping.id
      AND request.replay_of IS NULL
    ORDER BY request.received_at DESC, request.id DESC LIMIT 1) AS "lastReceivedAt"`;

/** Lines of a log deleted at once: some milliseconds. */
const PURGE_BATCH = 500;

const MATCHING = `FROM webhook_mappings mapping
  WHERE mapping.organization_id = $1 AND mapping.deleted_at IS NULL AND ($2::text IS NULL OR mapping.status = $2)
    AND ($3::text IS NULL OR strpos(lower(mapping.name), lower($3)) > 0)`;

@Injectable()
export class WebhookMappingsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async find(org: OrganizationId, id: string, tx: DataSource | Tx = this.db): Promise<MappingRow | null> {
    const [mapping] = await sql<MappingRow>(
      tx,
      `SELECT ${MAPPING_COLUMNS} FROM webhook_mappings mapping
        WHERE mapping.organization_id = $1 AND mapping.id = $2 AND mapping.deleted_at IS NULL`,
      [org, id],
    );
    return mapping ?? null;
  }

  async list(
    org: OrganizationId,
    filter: { status?: WebhookMapping['status']; name?: string },
    page: { limit: number; offset: number },
  ): Promise<[MappingRow[], number]> {
    const matching = [org, filter.status ?? null, filter.name ?? null];
    const [mappings, [counted]] = await Promise.all([
      sql<MappingRow>(
        this.db,
        `SELECT ${MAPPING_COLUMNS} ${MATCHING} ORDER BY mapping.created_at DESC, mapping.id DESC LIMIT $4 OFFSET $5`,
        [...matching, page.limit, page.offset],
      ),
      sql<{ total: number }>(this.db, `SELECT count(*)::int AS total ${MATCHING}`, matching),
    ]);
    return [mappings, counted?.total ?? 0];
  }

  async insert(tx: Tx, mapping: WebhookMapping): Promise<void> {
    await tx.insert(WebhookMapping, mapping);
  }

  /** The mapping, with no intake of it under way, kept so until the transaction ends. */
  async findForChange(tx: Tx, org: OrganizationId, id: string): Promise<MappingRow | null> {
    await sql(tx, CLOSE_GATE, [org, id]);
    return this.find(org, id, tx);
  }

  async update(tx: Tx, org: OrganizationId, id: string, changes: Partial<WebhookMapping>): Promise<void> {
    await tx.update(WebhookMapping, { organizationId: org, id }, changes);
  }

  /** Takes away a batch of what a deleted mapping has left; with the last of its log, itself. @returns whether more is left */
  async purge(tx: Tx, org: OrganizationId, id: string): Promise<boolean> {
    const deleted = await sql(
      tx,
      `DELETE FROM intake_requests WHERE ctid = ANY (ARRAY(
         SELECT request.ctid FROM intake_requests request
           JOIN webhook_mappings mapping ON mapping.organization_id = $1 AND mapping.id = request.mapping_id
          WHERE request.organization_id = $1 AND request.mapping_id = $2 AND mapping.deleted_at IS NOT NULL
          LIMIT ${PURGE_BATCH})) RETURNING 1`,
      [org, id],
    );
    if (deleted.length > 0) return true;
    await sql(
      tx,
      `DELETE FROM webhook_mappings WHERE organization_id = $1 AND id = $2 AND deleted_at IS NOT NULL`,
      [org, id],
    );
    return false;
  }
}
