import { Inject, Injectable } from '@nestjs/common';
import type { AuditAction } from '../audit/audit-kinds.js';
import { type Actor, Audit } from '../audit/audit.service.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { judgeTarget } from '../common/address-policy.js';
import { Conflict, InvalidRequest, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page, type PageQuery } from '../common/page.dto.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { SETTINGS, type Settings } from '../settings.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { HEALTHY } from './endpoint-health.js';
import type { ChangeWebhookEndpointDto, CreateWebhookEndpointDto } from './webhook-endpoint.dto.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';

/** Of one organization: every event is matched with each of them. */
const MOST_ENDPOINTS = 50;

/** Who changes endpoints: a key, or a person on a page. */
export type Changer = Pick<Principal, 'organizationId'> & Exclude<Actor, string>;

/** An endpoint with the secret that was just made for it. */
export interface IssuedEndpoint {
  row: WebhookEndpoint;
  secret: string;
}

/** Where organizations want their events: made, changed, deleted, and their secrets rotated; all of it audited. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly secrets: EndpointSecrets,
    private readonly audit: Audit,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws InvalidRequest, NotFound for an unknown agent, Conflict when there are too many */
  async create(tx: Tx, caller: Changer, dto: CreateWebhookEndpointDto): Promise<IssuedEndpoint> {
    const org = caller.organizationId;
    await this.refuseBadTargets(tx, org, dto);
    if ((await this.endpoints.countForCreate(tx, org)) >= MOST_ENDPOINTS) {
      throw new Conflict(
        'too_many_webhook_endpoints',
        `There are ${MOST_ENDPOINTS} webhook endpoints already`,
      );
    }
    const now = new Date();
    const row = Object.assign(new WebhookEndpoint(), {
      organizationId: org,
      id: newId(),
      url: dto.url,
      description: dto.description ?? null,
      eventTypes: dto.event_types ?? [],
      agentId: dto.agent_id ?? null,
      status: dto.status ?? 'active',
      statusReason: null,
      statusSince: now,
      ...HEALTHY,
      previousSecretUntil: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    this.secrets.sealHeaders(row, dto.headers ?? {});
    const secret = this.secrets.issue(row);
    await this.endpoints.insert(tx, row);
    await this.note(tx, caller, 'webhook_endpoint.created', row, { url: hostOf(row.url) });
    return { row, secret };
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<WebhookEndpoint> {
    return found(await this.endpoints.find(org, id));
  }

  async list(org: OrganizationId, query: PageQuery): Promise<Page<WebhookEndpoint>> {
    const [endpoints, total] = await this.endpoints.list(org, query);
    return pageOf(endpoints, total, query);
  }

  /**
   * Whoever makes it active, or gives it another address, begins anew: it counts as healthy.
   * @throws NotFound, InvalidRequest, AppError 412 when it was changed since `seen`
   */
  async change(
    tx: Tx,
    caller: Changer,
    id: string,
    dto: ChangeWebhookEndpointDto,
    seen: Precondition,
  ): Promise<WebhookEndpoint> {
    const endpoint = await this.held(tx, caller.organizationId, id);
    seen.check(endpoint.version);
    await this.refuseBadTargets(tx, caller.organizationId, dto);
    const changes: Partial<WebhookEndpoint> = realChanges<WebhookEndpoint>(endpoint, {
      url: dto.url,
      description: dto.description,
      eventTypes: dto.event_types,
      agentId: dto.agent_id,
      status: dto.status,
    });
    const now = new Date();
    if (changes.status) Object.assign(changes, { statusReason: null, statusSince: now });
    if (changes.status === 'active' || changes.url) Object.assign(changes, HEALTHY);
    const told = Object.keys(changes);
    if (dto.headers !== undefined || dto.keep_headers !== undefined) {
      const sealed = Object.assign(new WebhookEndpoint(), endpoint);
      this.secrets.changeHeaders(sealed, dto);
      Object.assign(changes, { headerNames: sealed.headerNames, headersSealed: sealed.headersSealed });
      told.push('headers');
    }
    if (isEmpty(changes)) return endpoint;
    await this.write(tx, endpoint, changes, now);
    await this.note(tx, caller, 'webhook_endpoint.changed', endpoint, { changed: told });
    return endpoint;
  }

  /** What was delivered stays in the log until it is old; what waits is not sent. @throws NotFound */
  async delete(tx: Tx, caller: Changer, id: string): Promise<void> {
    const endpoint = await this.held(tx, caller.organizationId, id);
    const now = new Date();
    await this.write(
      tx,
      endpoint,
      {
        deletedAt: now,
        status: 'disabled',
        secretSealed: null,
        previousSecretSealed: null,
        headersSealed: null,
        headerNames: [],
      },
      now,
    );
    await this.note(tx, caller, 'webhook_endpoint.deleted', endpoint);
  }

  /** @throws NotFound */
  async rotateSecret(tx: Tx, caller: Changer, id: string, overlapSeconds: number): Promise<IssuedEndpoint> {
    const row = await this.held(tx, caller.organizationId, id);
    const now = new Date();
    const secret = this.secrets.rotate(row, new Date(now.getTime() + overlapSeconds * 1_000));
    const { secretSealed, previousSecretSealed, previousSecretUntil } = row;
    await this.write(tx, row, { secretSealed, previousSecretSealed, previousSecretUntil }, now);
    const details = { overlap_seconds: overlapSeconds };
    await this.note(tx, caller, 'webhook_endpoint.secret_rotated', row, details);
    return { row, secret };
  }

  /** The endpoint, held until the transaction ends, to send something to it. @throws NotFound, Conflict unless active */
  async heldActive(tx: Tx, org: OrganizationId, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.held(tx, org, id);
    if (endpoint.status !== 'active')
      throw new Conflict('webhook_endpoint_not_active', 'The webhook endpoint is not active');
    return endpoint;
  }

  /** @throws NotFound */
  private async held(tx: Tx, org: OrganizationId, id: string): Promise<WebhookEndpoint> {
    return found(await this.endpoints.findForChange(tx, org, id));
  }

  private async write(
    tx: Tx,
    endpoint: WebhookEndpoint,
    changes: Partial<WebhookEndpoint>,
    now: Date,
  ): Promise<void> {
    const all = { ...changes, version: endpoint.version + 1, updatedAt: now };
    await this.endpoints.update(tx, endpoint, all);
    Object.assign(endpoint, all);
  }

  /** A name may still resolve to a private address: that is judged at every connect. */
  private async refuseBadTargets(tx: Tx, org: OrganizationId, dto: ChangeWebhookEndpointDto): Promise<void> {
    if (dto.url !== undefined) {
      const verdict = judgeTarget(dto.url, this.settings.allowPrivateTargets);
      if (!verdict.ok)
        throw new InvalidRequest('Invalid url', [{ field: 'url', in: 'body', issue: verdict.message }]);
    }
    if (dto.agent_id && !(await this.endpoints.hasAgent(tx, org, dto.agent_id))) throw new NotFound('Agent');
  }

  private note(tx: Tx, caller: Changer, action: AuditAction, endpoint: WebhookEndpoint, details = {}) {
    const subject = { type: 'webhook_endpoint', id: endpoint.id };
    return this.audit.record(tx, endpoint.organizationId, caller, { action, subject, details });
  }
}

/** Of a URL only this is audited: the rest may hold a token. */
const hostOf = (url: string): string => new URL(url).host;

function found(endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (!endpoint) throw new NotFound('Webhook endpoint');
  return endpoint;
}
