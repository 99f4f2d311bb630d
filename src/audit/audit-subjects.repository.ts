import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { isUuid } from '../common/readings.js';
import { sql } from '../database/sql.client.js';
import type { AuditLine } from './audit-log.repository.js';

/** What is audited, as it is called now; of an endpoint's URL only the host, as the rest may hold a token. */
const NAMES = `
  SELECT id, name FROM organizations WHERE id = $1
  UNION ALL
  SELECT id, name FROM api_keys WHERE organization_id = $1 AND id = ANY($2::uuid[])
  UNION ALL
  SELECT id, email FROM users WHERE id = ANY($2)
  UNION ALL
  SELECT id, name FROM webhook_mappings WHERE organization_id = $1 AND id = ANY($2) AND deleted_at IS NULL
  UNION ALL
  SELECT id, coalesce(description, substring(url FROM '://(?:[^/@]*@)?([^/?#]+)'))
    FROM webhook_endpoints WHERE organization_id = $1 AND id = ANY($2)
  UNION ALL
  SELECT id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), phone)
    FROM contacts WHERE organization_id = $1 AND id = ANY($2)
  UNION ALL
  SELECT id, file_name FROM contact_imports WHERE organization_id = $1 AND id = ANY($2)
  UNION ALL
  SELECT id, number FROM phone_numbers WHERE organization_id = $1 AND id = ANY($2)
  UNION ALL
  SELECT id, account_sid FROM carrier_accounts WHERE organization_id = $1 AND id = ANY($2)
  UNION ALL
  SELECT id, coalesce(phone_number, 'Call') FROM calls WHERE organization_id = $1 AND id = ANY($2)`;

/** Names what the audit log tells of by id, as far as it is still there. */
@Injectable()
export class AuditSubjects {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async names(org: OrganizationId, lines: readonly AuditLine[]): Promise<Map<string, string>> {
    const ids = lines.flatMap(({ subjectId }) => (isUuid(subjectId) ? [subjectId] : []));
    const rows = await sql<{ id: string; name: string }>(this.db, NAMES, [org, [...new Set(ids)]]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
