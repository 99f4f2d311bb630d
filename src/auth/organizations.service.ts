import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { type Actor, Audit } from '../audit/audit.service.js';
import { NotFound } from '../common/app-error.js';
import { pageOf, type Page, type PageQuery } from '../common/page.dto.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Tx } from '../database/sql.client.js';
import { ApiKeys } from './api-keys.service.js';
import type { ChangeOrganizationDto } from './organization.dto.js';
import { Organization } from './organization.entity.js';
import { OrganizationsRepository } from './organizations.repository.js';
import type { OrganizationId } from './principal.js';
import { SCOPES } from './scopes.js';

/** An organization just made, with its first key: one that may do everything. */
export interface NewOrganization {
  id: string;
  apiKey: string;
}

/** Makes, lists and changes organizations: work of whoever runs the installation, not of any organization's key. */
@Injectable()
export class Organizations {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly apiKeys: ApiKeys,
    private readonly audit: Audit,
  ) {}

  async create(tx: Tx, name: string, actor: Actor = 'system'): Promise<NewOrganization> {
    const id = v7();
    const now = new Date();
    await this.organizations.save(
      tx,
      Object.assign(new Organization(), { id, name, createdAt: now, updatedAt: now }),
    );
    await this.note(tx, id, actor, 'organization.created', { name });
    const key = await this.apiKeys.issue(tx, id, { name: 'First key', scopes: SCOPES }, actor);
    return { id, apiKey: key.text };
  }

  /** @throws NotFound */
  async read(id: OrganizationId): Promise<Organization> {
    return found(await this.organizations.find(id));
  }

  async list(query: PageQuery): Promise<Page<Organization>> {
    const [organizations, total] = await this.organizations.list(query);
    return pageOf(organizations, total, query);
  }

  /** What is given is set, the rest stays. @throws NotFound */
  async update(tx: Tx, id: OrganizationId, dto: ChangeOrganizationDto, actor: Actor): Promise<Organization> {
    const organization = found(await this.organizations.findForChange(tx, id));
    const changes = realChanges(organization, {
      name: dto.name,
      defaultCountry: dto.default_country,
      allowedCountries: dto.allowed_countries,
      requireExistingContact: dto.require_existing_contact,
      maxConcurrentCalls: dto.max_concurrent_calls,
      recordingLinkHours: dto.recording_link_hours,
    });
    if (isEmpty(changes)) return organization;
    Object.assign(organization, changes, { updatedAt: new Date() });
    await this.organizations.save(tx, organization);
    await this.note(tx, id, actor, 'organization.updated', dto);
    return organization;
  }

  /** Makes every link to a recording that was ever given out void. @throws NotFound */
  async rotateRecordingLinks(tx: Tx, id: OrganizationId, actor: Actor): Promise<void> {
    const organization = found(await this.organizations.findForChange(tx, id));
    organization.recordingLinkEpoch += 1;
    organization.updatedAt = new Date();
    await this.organizations.save(tx, organization);
    await this.note(tx, id, actor, 'organization.recording_links_rotated', {});
  }

  private note(tx: Tx, id: string, actor: Actor, action: string, details: object): Promise<void> {
    const subject = { type: 'organization', id };
    return this.audit.record(tx, id, actor, { action, subject, details: { ...details } });
  }
}

function found(organization: Organization | null): Organization {
  if (!organization) {
    throw new NotFound('Organization');
  }
  return organization;
}
