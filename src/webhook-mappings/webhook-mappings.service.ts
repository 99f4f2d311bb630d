import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { InvalidRequest, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page } from '../common/page.dto.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { IntakeKeys } from './intake-keys.service.js';
import { type MappingRules, NO_RULES, requiresPhone } from './mapping-rules.js';
import type {
  ChangeMappingDto,
  CreateMappingDto,
  ListMappingsDto,
  MappingRulesDto,
  MappingStatus,
} from './webhook-mapping.dto.js';
import type { WebhookMapping } from './webhook-mapping.entity.js';
import type { MappingRow } from './webhook-mapping.presenter.js';
import { WebhookMappingsRepository } from './webhook-mappings.repository.js';

/** A mapping and the text of its key, which is known only now. */
export interface KeyedMapping {
  mapping: MappingRow;
  key: string;
}

/** How the data that outside systems post becomes contacts: configured here, one mapping for each address. */
@Injectable()
export class WebhookMappings {
  constructor(
    private readonly mappings: WebhookMappingsRepository,
    private readonly keys: IntakeKeys,
  ) {}

  /** @throws InvalidRequest when it would be active without a phone number */
  async create(tx: Tx, org: OrganizationId, dto: CreateMappingDto, actor: Actor): Promise<KeyedMapping> {
    const id = newId();
    const now = new Date();
    const key = await this.keys.issue(tx, org, { id, name: dto.name }, actor);
    const mapping: MappingRow = {
      ...NO_RULES,
      organizationId: org,
      id,
      name: dto.name,
      actionType: 'create_contact',
      status: dto.status ?? 'active',
      version: 1,
      intakeKeyId: key.id,
      intakeKeySealed: key.sealed,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      lastReceivedAt: null,
      ...givenRules(dto),
    };
    refuseActiveWithoutPhone(mapping);
    await this.mappings.insert(tx, mapping);
    return { mapping, key: key.text };
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<MappingRow> {
    return existing(await this.mappings.find(org, id));
  }

  /** @param query with a name, those whose name has it in it */
  async list(org: OrganizationId, query: ListMappingsDto & { name?: string }): Promise<Page<MappingRow>> {
    const [mappings, total] = await this.mappings.list(org, query, query);
    return pageOf(mappings, total, query);
  }

  /** @throws NotFound, AppError 412 when it was changed since `seen`, InvalidRequest as `create` */
  async change(
    tx: Tx,
    org: OrganizationId,
    id: string,
    dto: ChangeMappingDto,
    seen: Precondition,
  ): Promise<MappingRow> {
    const mapping = existing(await this.mappings.findForChange(tx, org, id));
    seen.check(mapping.version);
    const changes = realChanges<WebhookMapping>(mapping, {
      name: dto.name,
      status: dto.status,
      ...givenRules(dto),
    });
    return isEmpty(changes) ? mapping : this.save(tx, mapping, changes);
  }

  /**
   * Turns a mapping on or off; what is so already stays as it is. Once this is committed, no request that was under
   * way before creates a contact. @throws NotFound, InvalidRequest as `create`
   */
  async setStatus(tx: Tx, org: OrganizationId, id: string, status: MappingStatus): Promise<MappingRow> {
    const mapping = existing(await this.mappings.findForChange(tx, org, id));
    return mapping.status === status ? mapping : this.save(tx, mapping, { status });
  }

  /** A new intake key; the old one is revoked. @throws NotFound */
  async rotateKey(tx: Tx, org: OrganizationId, id: string, actor: Actor): Promise<KeyedMapping> {
    const mapping = existing(await this.mappings.findForChange(tx, org, id));
    const key = await this.keys.rotate(tx, org, mapping, actor);
    await this.mappings.update(tx, org, id, { intakeKeyId: key.id, intakeKeySealed: key.sealed });
    return { mapping, key: key.text };
  }

  private async save(tx: Tx, mapping: MappingRow, changes: Partial<WebhookMapping>): Promise<MappingRow> {
    const { organizationId: org, id } = mapping;
    const versioned = { ...changes, version: mapping.version + 1, updatedAt: new Date() };
    const changed = { ...mapping, ...versioned };
    refuseActiveWithoutPhone(changed);
    await this.mappings.update(tx, org, id, versioned);
    return changed;
  }
}

function existing(mapping: MappingRow | null): MappingRow {
  if (!mapping) throw new NotFound('Webhook mapping');
  return mapping;
}

function refuseActiveWithoutPhone(mapping: WebhookMapping): void {
  const issues = mapping.status === 'active' ? requiresPhone(mapping) : [];
  if (issues.length > 0) throw new InvalidRequest('Invalid field_mappings', issues);
}

/** The rules that a request gives, null ones as those of a new mapping. */
export function givenRules(dto: MappingRulesDto): Partial<MappingRules> {
  const rules = {
    fieldMappings: dto.field_mappings === null ? NO_RULES.fieldMappings : dto.field_mappings,
    staticValues: dto.static_values === null ? NO_RULES.staticValues : dto.static_values,
    staticTags: dto.static_tags === null ? NO_RULES.staticTags : dto.static_tags,
    onDuplicate: dto.on_duplicate === null ? NO_RULES.onDuplicate : dto.on_duplicate,
  };
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined));
}
