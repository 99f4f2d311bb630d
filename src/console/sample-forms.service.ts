import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import type { Tx } from '../database/sql.client.js';
import { USUAL_RULES } from '../webhook-mappings/example-payload.js';
import { WebhookMappings } from '../webhook-mappings/webhook-mappings.service.js';

const SAMPLE_FORM = { name: 'Sample form', field_mappings: USUAL_RULES, static_tags: ['sample'] };

/** A first mapping, for an organization that has none: a lead can be sent to it at once. */
@Injectable()
export class SampleForms {
  constructor(private readonly mappings: WebhookMappings) {}

  /** @returns the mapping's id */
  async create(tx: Tx, org: OrganizationId, actor: Actor): Promise<string> {
    const { mapping } = await this.mappings.create(tx, org, SAMPLE_FORM, actor);
    return mapping.id;
  }
}
