import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { InvalidRequest } from '../common/app-error.js';
import { decodeCursor, encodeCursor, filterFingerprint } from '../common/cursor.js';
import { TokenSigner } from '../common/signing.js';
import { SETTINGS, type Settings } from '../settings.js';
import { DeliveryLog } from './delivery-log.repository.js';
import { DeliveryReach } from './delivery-reach.repository.js';
import type { LogCursor } from './log-filter.js';
import type { ListWebhookDeliveriesDto, WebhookDeliveryPagination } from './webhook-delivery.dto.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

/** A page of deliveries and where it stands. */
export interface DeliveryList {
  deliveries: WebhookDelivery[];
  pagination: WebhookDeliveryPagination;
}

/** Lists of an endpoint's deliveries for other programs, by offset as far as that is quick, by cursor to the end. */
@Injectable()
export class DeliveryLists {
  private readonly cursors: TokenSigner;

  constructor(
    private readonly log: DeliveryLog,
    private readonly reach: DeliveryReach,
    private readonly endpoints: WebhookEndpoints,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.cursors = new TokenSigner(settings.secretKeys, 'delivery cursors');
  }

  /** @throws NotFound, InvalidRequest for a bad cursor */
  async list(
    org: OrganizationId,
    endpointId: string,
    query: ListWebhookDeliveriesDto,
  ): Promise<DeliveryList> {
    await this.endpoints.read(org, endpointId);
    const { limit, offset = 0, cursor } = query;
    const fingerprint = fingerprintOf(org, endpointId, query);
    const after = cursor === undefined ? undefined : this.placeOf(fingerprint, cursor);
    const { deliveries, next, total } = after
      ? await this.behind(org, endpointId, query, after)
      : await this.reach.section(org, endpointId, query, { limit, offset });
    const hasMore = after ? next !== null : offset + deliveries.length < total;
    const nextCursor = next && encodeCursor(this.cursors, fingerprint, [next]);
    return {
      deliveries,
      pagination: { total, limit, offset: after ? null : offset, has_more: hasMore, next_cursor: nextCursor },
    };
  }

  private async behind(
    org: OrganizationId,
    endpointId: string,
    query: ListWebhookDeliveriesDto,
    after: LogCursor,
  ) {
    const [page, total] = await Promise.all([
      this.log.page(org, endpointId, query, after, query.limit),
      this.reach.count(org, endpointId, query),
    ]);
    return { ...page, total };
  }

  private placeOf(fingerprint: string, cursor: string): LogCursor {
    const [place] = decodeCursor(this.cursors, fingerprint, cursor) ?? [];
    if (place) return place;
    throw new InvalidRequest('Invalid cursor parameter', [
      {
        field: 'cursor',
        in: 'query',
        issue: 'must be a next_cursor given for the same endpoint and filters',
      },
    ]);
  }
}

/** What a cursor is good for; the page size may change. */
const fingerprintOf = (
  org: OrganizationId,
  endpointId: string,
  { state, type, call_id, since, until }: ListWebhookDeliveriesDto,
): string => filterFingerprint({ org, endpointId, state, type, call_id, since, until });
