import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '../audit/audit.service.js';
import { ApiKeys } from '../auth/api-keys.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { SecretBox, type SecretPlace } from '../common/secret-box.service.js';
import type { Tx } from '../database/sql.client.js';
import type { WebhookMapping } from './webhook-mapping.entity.js';

/** An intake key just made, and its text as the mapping's row keeps it. */
export interface IntakeKey {
  id: string;
  text: string;
  sealed: Buffer;
}

/** The mapping that a key is for. */
type KeyedRow = Pick<WebhookMapping, 'id' | 'name'>;

/** The keys that mappings have of their own: good for nothing but posting to the one mapping. */
@Injectable()
export class IntakeKeys {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly secrets: SecretBox,
    private readonly audit: Audit,
  ) {}

  async issue(tx: Tx, org: OrganizationId, mapping: KeyedRow, actor: Actor): Promise<IntakeKey> {
    const { id, text } = await this.apiKeys.issue(
      tx,
      org,
      { name: `Intake of ${mapping.name}`, scopes: ['intake:write'], mappingId: mapping.id },
      actor,
    );
    return { id, text, sealed: this.secrets.seal(text, placeOf(org, mapping.id)) };
  }

  /** The key's text, so that the full address can be copied again; who looked is noted. */
  async reveal(
    tx: Tx,
    org: OrganizationId,
    mapping: Pick<WebhookMapping, 'id' | 'intakeKeySealed'>,
    actor: Actor,
  ): Promise<string> {
    await this.audit.record(tx, org, actor, {
      action: 'webhook_mapping.key_revealed',
      subject: { type: 'webhook_mapping', id: mapping.id },
    });
    return this.textOf(org, mapping);
  }

  /** The key's text, for a request of the service's own; nobody sees it. */
  textOf(org: OrganizationId, mapping: Pick<WebhookMapping, 'id' | 'intakeKeySealed'>): string {
    return this.secrets.open(mapping.intakeKeySealed, placeOf(org, mapping.id));
  }

  /** None of the mapping's keys works any more within five seconds. */
  revoke(tx: Tx, org: OrganizationId, mappingId: string, actor: Actor): Promise<void> {
    return this.apiKeys.revokeIntakeKeys(tx, org, mappingId, actor);
  }

  /** Replaces the mapping's key; the old one stops working within five seconds. */
  async rotate(tx: Tx, org: OrganizationId, mapping: KeyedRow, actor: Actor): Promise<IntakeKey> {
    await this.apiKeys.revokeIntakeKeys(tx, org, mapping.id, actor);
    const key = await this.issue(tx, org, mapping, actor);
    await this.audit.record(tx, org, actor, {
      action: 'webhook_mapping.key_rotated',
      subject: { type: 'webhook_mapping', id: mapping.id },
      details: { api_key_id: key.id, key_ends_in: key.text.slice(-4) },
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
