import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PagePlace } from '../auth/page-place.js';
import type { OrganizationId } from '../auth/principal.js';
import { allOf, ifGiven, where } from '../database/conditions.js';
import { sql } from '../database/sql.client.js';
import { NAMELESS } from './actor-words.js';

export interface AuditFilter {
  /** The first part of an action: `api_key` of `api_key.created`. */
  kind?: string;
  /** A person's e-mail address, a key's name, or one of `NAMELESS`. */
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

/** The entries of a statement as lines, newest first. */
const lines = (entries: string): string => `
  SELECT a.id, a.action, a.actor_type AS "actorType", coalesce(u.email, k.name) AS "actorName",
         a.subject_type AS "subjectType", a.subject_id AS "subjectId", a.details, a.created_at AS "createdAt"
    FROM (${entries}) a
    LEFT JOIN users u ON a.actor_type = 'user' AND u.id = a.actor_id
    LEFT JOIN api_keys k ON a.actor_type = 'api_key' AND k.organization_id = a.organization_id AND k.id = a.actor_id
   ORDER BY a.created_at DESC, a.id DESC`;

const newest = (asked: string, limit: number): string =>
  `SELECT * FROM audit_log WHERE ${asked} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;

/** To the letter the expressions of the indexes `audit_log_actor_idx`, `audit_log_kind_idx` and that of both. */
const ACTOR = `coalesce(actor_id::text, actor_type)`;
const KIND = `split_part(action, '.', 1)`;

/** Reads the audit log, newest first. */
@Injectable()
export class AuditLogRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  list(org: OrganizationId, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
    const values: unknown[] = [];
    const asked = allOf(
      [
        where('organization_id = ?', org),
        ifGiven(filter.kind, (kind) => where(`${KIND} = ?`, kind)),
        ifGiven(filter.before, ({ at, id }) => where('(created_at, id) < (?::timestamptz, ?::uuid)', at, id)),
        ifGiven(filter.from, (from) => where('created_at >= ?', from)),
        ifGiven(filter.until, (until) => where('created_at < ?', until)),
      ],
      values,
    );
    const entries =
      filter.actor === undefined
        ? newest(asked, limit)
        : `SELECT entry.* FROM (${actorsCalled(filter.actor, values)}) who
             CROSS JOIN LATERAL (${newest(`${asked} AND ${ACTOR} = who.actor`, limit)}) entry
            ORDER BY entry.created_at DESC, entry.id DESC LIMIT ${limit}`;
    return sql<AuditLine>(this.db, lines(entries), values);
  }

  /** What was done about some things of one kind. */
  about(
    org: OrganizationId,
    { type, ids }: { type: string; ids: readonly string[] },
    limit: number,
  ): Promise<AuditLine[]> {
    const asked = 'organization_id = $1 AND subject_type = $2 AND subject_id = ANY($3)';
    return sql<AuditLine>(this.db, lines(newest(asked, limit)), [org, type, ids]);
  }
}

/** Who is called so, as `ACTOR` has them. The organization is `$1`. */
function actorsCalled(name: string, values: unknown[]): string {
  const place = `$${values.push(name)}`;
  return `
    SELECT id::text AS actor FROM users WHERE email = lower(${place})
    UNION ALL SELECT id::text FROM api_keys WHERE organization_id = $1 AND name = ${place}
    UNION ALL SELECT $${values.push(actorTypeOf(name))}::text`;
}

/** The kind of actor that has no name but these words. */
const actorTypeOf = (words: string): string | null =>
  Object.keys(NAMELESS).find((type) => NAMELESS[type] === words.toLowerCase()) ?? null;
