import { Inject, Injectable } from '@nestjs/common';
import type { AuditAction } from '../audit/audit-kinds.js';
import { type Actor, Audit, type Requester } from '../audit/audit.service.js';
import { judgeTarget } from '../common/address-policy.js';
import { AppError, InvalidRequest, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page, type PageQuery } from '../common/page.dto.js';
import { type CountryCode, isCountryCode } from '../common/phone-number.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Tx } from '../database/sql.client.js';
import { SecretBox } from '../common/secret-box.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { ApiKeys } from './api-keys.service.js';
import type { ChangeCredentialsDto } from './organization-credentials.dto.js';
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
    private readonly secrets: SecretBox,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async create(tx: Tx, name: string, actor: Actor = 'system'): Promise<NewOrganization> {
    const id = newId();
    const now = new Date();
    await this.organizations.save(
      tx,
      Object.assign(new Organization(), { id, name, createdAt: now, updatedAt: now }),
    );
    await this.note(tx, id, actor, 'organization.created', { name });
    const key = await this.apiKeys.issue(tx, id, { name: 'First key', scopes: SCOPES }, actor);
    return { id, apiKey: key.text };
  }

  /** For everybody in it: the first steps are not offered any more. */
  async dismissFirstSteps(tx: Tx, id: OrganizationId): Promise<void> {
    await this.organizations.dismissFirstSteps(tx, id);
  }

  /** They are offered again. */
  async restoreFirstSteps(tx: Tx, id: OrganizationId): Promise<void> {
    await this.organizations.restoreFirstSteps(tx, id);
  }

  /** @throws NotFound */
  async read(id: OrganizationId): Promise<Organization> {
    return found(await this.organizations.find(id));
  }

  /** Numbers without a country code are read as numbers of this country. */
  async defaultCountry(id: OrganizationId, tx?: Tx): Promise<CountryCode> {
    const code = await this.organizations.defaultCountry(id, tx);
    return code !== null && isCountryCode(code) ? code : 'US';
  }

  /** The organization, locked until the transaction ends. @throws NotFound, AppError 412 when it was changed since */
  async hold(tx: Tx, id: OrganizationId, seenAt?: string): Promise<Organization> {
    const organization = found(await this.organizations.findForChange(tx, id));
    // Whoever edits a page that somebody else has saved meanwhile is told.
    if (seenAt !== undefined && organization.updatedAt.toISOString() !== seenAt)
      throw new AppError(412, 'stale_version', 'The organization was changed since it was read');
    return organization;
  }

  /** Something that belongs to it was changed. */
  async touch(tx: Tx, id: OrganizationId): Promise<void> {
    await this.organizations.touch(tx, id);
  }

  async list(query: PageQuery): Promise<Page<Organization>> {
    const [organizations, total] = await this.organizations.list(query);
    return pageOf(organizations, total, query);
  }

  /** What is given is set, the rest stays. @throws NotFound, AppError 412 when it was changed since `seenAt` */
  async update(
    tx: Tx,
    id: OrganizationId,
    dto: ChangeOrganizationDto,
    actor: Actor,
    seenAt?: string,
  ): Promise<Organization> {
    const organization = await this.hold(tx, id, seenAt);
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
    const organization = await this.hold(tx, id);
    organization.recordingLinkEpoch += 1;
    organization.updatedAt = new Date();
    await this.organizations.save(tx, organization);
    await this.note(tx, id, actor, 'organization.recording_links_rotated', {});
  }

  /**
   * Sets the own language model of an organization that is held.
   * @throws InvalidRequest when its address is not public, or there is none for the key
   */
  async changeModel(
    tx: Tx,
    caller: Requester,
    organization: Organization,
    dto: Omit<ChangeCredentialsDto, `twilio_${string}`>,
  ): Promise<void> {
    const baseUrl = dto.llm_base_url && this.modelUrl(dto.llm_base_url);
    const isElsewhere = baseUrl !== undefined && baseUrl !== organization.llmBaseUrl;
    // A key that somebody else typed in is not sent to another address.
    const key = dto.llm_api_key === undefined && isElsewhere ? null : dto.llm_api_key;
    if (dto.llm_api_key) requireAddress(baseUrl === undefined ? organization.llmBaseUrl : baseUrl);
    const changes = realChanges(organization, {
      llmBaseUrl: baseUrl,
      llmModel: dto.llm_model,
      ...(key !== undefined && this.sealedKey(organization.id, key)),
    });
    if (isEmpty(changes)) return;
    Object.assign(organization, changes, { updatedAt: new Date() });
    await this.organizations.save(tx, organization);
    await this.note(tx, organization.id, caller, 'organization.model_changed', {
      llm_base_url: organization.llmBaseUrl,
      llm_model: organization.llmModel,
      llm_api_key_changed: key !== undefined,
    });
  }

  private modelUrl(text: string): string {
    const target = judgeTarget(text, this.settings.allowPrivateTargets);
    const issue = target.ok ? queryIssue(target.url) : target.message;
    if (issue === null) return text.replace(/\/+$/, '');
    throw invalidAddress(issue);
  }

  private sealedKey(org: OrganizationId, key: string | null) {
    const place = { organizationId: org, table: 'organizations', column: 'llm_api_key_sealed', id: org };
    return {
      llmApiKeySealed: key === null ? null : this.secrets.seal(key, place),
      // Of a short key four characters would be too much of it.
      llmApiKeyLastFour: key === null || key.length < 16 ? null : key.slice(-4),
    };
  }

  private note(tx: Tx, id: string, actor: Actor, action: AuditAction, details: object): Promise<void> {
    const subject = { type: 'organization', id };
    return this.audit.record(tx, id, actor, { action, subject, details: { ...details } });
  }
}

const invalidAddress = (issue: string): InvalidRequest =>
  new InvalidRequest('Invalid llm_base_url', [{ field: 'llm_base_url', in: 'body', issue }]);

/** Without one the service's server is asked, which gets no organization's key: it would be kept for nothing. */
function requireAddress(baseUrl: string | null): void {
  if (baseUrl === null)
    throw invalidAddress('must be given or set already: llm_api_key is for the server there');
}

const queryIssue = ({ search, hash }: URL): string | null =>
  search || hash ? 'must have no query and no fragment' : null;

function found(organization: Organization | null): Organization {
  if (!organization) throw new NotFound('Organization');
  return organization;
}
