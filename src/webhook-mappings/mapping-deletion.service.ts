import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { Jobs } from '../jobs/jobs.service.js';
import { IntakeKeys } from './intake-keys.service.js';
import { WebhookMappingsRepository } from './webhook-mappings.repository.js';

/** No replica has a deleted mapping in its memory any more. */
const FORGOTTEN_AFTER_SECONDS = 60;

/** How a mapping goes, and what it has left after it. */
@Injectable()
export class MappingDeletion {
  constructor(
    private readonly mappings: WebhookMappingsRepository,
    private readonly keys: IntakeKeys,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
  ) {}

  /**
   * It and its address are gone at once: its key is revoked, and nothing that was under way makes a contact any more.
   * Its log goes soon after. Contacts stay. @throws NotFound
   */
  async delete(tx: Tx, org: OrganizationId, id: string, actor: Actor): Promise<void> {
    const mapping = await this.mappings.findForChange(tx, org, id);
    if (!mapping) throw new NotFound('Webhook mapping');
    await this.keys.revoke(tx, org, id, actor);
    await this.mappings.update(tx, org, id, { status: 'inactive', deletedAt: new Date() });
    // Replicas know it, and log what they refuse, for some seconds more.
    await this.jobs.enqueue(
      tx,
      'delete-mapping',
      { organizationId: org, mappingId: id },
      { delaySeconds: FORGOTTEN_AFTER_SECONDS },
    );
    await this.audit.record(tx, org, actor, {
      action: 'webhook_mapping.deleted',
      subject: { type: 'webhook_mapping', id },
      details: { name: mapping.name },
    });
  }
}
