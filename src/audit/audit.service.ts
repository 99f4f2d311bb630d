import { Injectable } from '@nestjs/common';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { AuditAction } from './audit-kinds.js';

/** Who did it: the caller's key, a person on a page, the command line, or the service itself. */
export type Actor = Pick<Principal, 'keyId'> | { userId: string } | 'cli' | 'system';

/** Somebody of an organization who wants something changed: a key, or a person on a page. */
export type Requester = { organizationId: OrganizationId } & (Pick<Principal, 'keyId'> | { userId: string });

export interface AuditRecord {
  action: AuditAction;
  subject: { type: string; id: string | null };
  /** What a later reader needs to know; never a secret. */
  details?: Record<string, unknown>;
}

/** Writes the audit log in the transaction of what it tells of. */
@Injectable()
export class Audit {
  async record(tx: Tx, org: OrganizationId, actor: Actor, record: AuditRecord): Promise<void> {
    await sql(
      tx,
      `INSERT INTO audit_log (organization_id, id, action, actor_type, actor_id, subject_type, subject_id, details)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        org,
        newId(),
        record.action,
        ...storedActor(actor),
        record.subject.type,
        record.subject.id,
        JSON.stringify(record.details ?? {}),
      ],
    );
  }
}

/** The actor's kind and id, as they are stored. */
export function storedActor(actor: Actor): [type: string, id: string | null] {
  if (typeof actor === 'string') return [actor, null];
  return 'userId' in actor ? ['user', actor.userId] : ['api_key', actor.keyId];
}
