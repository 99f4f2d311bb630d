import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { CreateMappingDto } from '../webhook-mappings/webhook-mapping.dto.js';
import { WebhookMappings } from '../webhook-mappings/webhook-mappings.service.js';

/** What most forms ask for, by the names that most give it. */
const SAMPLE_FORM = {
  name: 'Sample form',
  field_mappings: [
    { source: 'first_name', target: 'firstName' },
    { source: 'last_name', target: 'lastName' },
    { source: 'email', target: 'email' },
    { source: 'phone', target: 'phone' },
    { source: 'company', target: 'company' },
  ],
  static_tags: ['sample'],
};

/** A first mapping, for an organization that has none: a lead can be sent to it at once. */
@Injectable()
export class SampleForms {
  constructor(private readonly mappings: WebhookMappings) {}

  /** @returns the mapping's id */
  async create(tx: Tx, org: OrganizationId, actor: Actor): Promise<string> {
    const { mapping } = await this.mappings.create(tx, org, readFields(CreateMappingDto, SAMPLE_FORM), actor);
    return mapping.id;
  }
}
