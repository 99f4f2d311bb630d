import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PagePlace } from '../auth/page-place.js';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';

export interface AuditFilter {
  /** The beginning of an action: `api_key` or `api_key.created`. */
  action?: string;
  /** A person's e-mail address, a key's name, or one of `ACTORS`. */
  actor?: string;
  from?: Date;
  /** Exclusive. */
  until?: Date;
  /** Entries older than this one. */
  before?: PagePlace;
}

export interface AuditLine {
  id: string;
  action: string;
  actorType: string;
  /** The person's address or the key's name, as they are now; null for the service and the command line. */
  actorName: string | null;
  subjectType: string;
  subjectId: string | null;
  details: Record<string, unknown>;
  createdAt: Date;
}

const LINES = `
  SELECT a.id, a.action, a.actor_type AS "actorType", coalesce(u.email, k.name) AS "actorName",
         a.subject_type AS "subjectType", a.subject_id AS "subjectId", a.details, a.created_at AS "createdAt"
    FROM audit_log a
    LEFT JOIN users u ON a.actor_type = 'user' AND u.id = a.actor_id
    LEFT JOIN api_keys k ON a.actor_type = 'api_key' AND k.organization_id = a.organization_id AND k.id = a.actor_id`;

/** Reads the audit log, newest first. */
@Injectable()
export class AuditLogRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  list(org: OrganizationId, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
    const { action, actor, from, until, before } = filter;
    return sql<AuditLine>(
      this.db,
      `${LINES}
        WHERE a.organization_id = $1
          AND ($2::text IS NULL OR starts_with(a.action, $2))
          AND ($3::timestamptz IS NULL OR (a.created_at, a.id) < ($3::timestamptz, $4::uuid))
          AND ($6::timestamptz IS NULL OR a.created_at >= $6::timestamptz)
          AND ($7::timestamptz IS NULL OR a.created_at < $7::timestamptz)
          AND ($8::text IS NULL OR a.actor_type = $9 OR a.actor_id IN (
            SELECT id FROM users WHERE email = lower($8)
            UNION ALL SELECT id FROM api_keys WHERE organization_id = $1 AND name = $8))
        ORDER BY a.created_at DESC, a.id DESC LIMIT $5`,
      [
        org,
        action ?? null,
        before?.at ?? null,
        before?.id ?? null,
        limit,
        from ?? null,
        until ?? null,
        actor ?? null,
        actorTypeOf(actor ?? ''),
      ],
    );
  }

  /** What was done about some things of one kind. */
  about(
    org: OrganizationId,
    { type, ids }: { type: string; ids: readonly string[] },
    limit: number,
  ): Promise<AuditLine[]> {
    return sql<AuditLine>(
      this.db,
      `${LINES}
        WHERE a.organization_id = $1 AND a.subject_type = $2 AND a.subject_id = ANY($3)
        ORDER BY a.created_at DESC, a.id DESC LIMIT $4`,
      [org, type, ids, limit],
    );
  }
}

const ACTORS: Record<string, string> = { cli: 'Command line', system: 'The service' };

/** The kind of actor that has no name but these words. */
const actorTypeOf = (words: string): string | null =>
  Object.keys(ACTORS).find((type) => ACTORS[type]?.toLowerCase() === words.toLowerCase()) ?? null;

/** Who did it, for a page. */
export const actorWords = ({ actorType, actorName }: Pick<AuditLine, 'actorType' | 'actorName'>): string =>
  ACTORS[actorType] ?? actorName ?? 'Somebody who is gone';
