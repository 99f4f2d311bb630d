import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import { ApiKeys } from '../auth/api-keys.service.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { SecretBox, type SecretPlace } from '../common/secret-box.service.js';
import type { Tx } from '../database/sql.client.js';

/** An intake key just made, and its text as the mapping's row keeps it. */
export interface IntakeKey {
  id: string;
  text: string;
  sealed: Buffer;
}

/** The keys that mappings have of their own: good for nothing but posting to the one mapping. */
@Injectable()
export class IntakeKeys {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly secrets: SecretBox,
    private readonly audit: Audit,
  ) {}

  async issue(tx: Tx, caller: Principal, mapping: { id: string; name: string }): Promise<IntakeKey> {
    const { id, text } = await this.apiKeys.issue(
      tx,
      caller.organizationId,
      { name: `Intake of ${mapping.name}`, scopes: ['intake:write'], mappingId: mapping.id },
      caller,
    );
    return { id, text, sealed: this.secrets.seal(text, placeOf(caller.organizationId, mapping.id)) };
  }

  /** Replaces the mapping's key; the old one stops working within five seconds. */
  async rotate(tx: Tx, caller: Principal, mapping: { id: string; name: string }): Promise<IntakeKey> {
    await this.apiKeys.revokeIntakeKeys(tx, caller.organizationId, mapping.id, caller);
    const key = await this.issue(tx, caller, mapping);
    await this.audit.record(tx, caller.organizationId, caller, {
      action: 'webhook_mapping.key_rotated',
      subject: { type: 'webhook_mapping', id: mapping.id },
      details: { api_key_id: key.id },
    });
    return key;
  }
}

const placeOf = (organizationId: OrganizationId, id: string): SecretPlace => ({
  organizationId,
  table: 'webhook_mappings',
  column: 'intake_key_sealed',
  id,
});
