import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { AppError, InvalidRequest, NotFound } from '../common/app-error.js';
import { decodeCursor, encodeCursor, filterFingerprint } from '../common/cursor.js';
import { TokenSigner } from '../common/signing.js';
import type { Tx } from '../database/sql.client.js';
import type { TextRow } from '../database/text-rows.client.js';
import { SETTINGS, type Settings } from '../settings.js';
import { conditionsOf } from './call-filter.js';
import type { Position } from './call-order.js';
import { presentPage, type JsonText, type RowContext } from './call.presenter.js';
import { callView, type CallView } from './call-view.js';
import type { CallPayload } from './call.dto.js';
import { CallsRepository } from './calls.repository.js';
import type { ListCallsDto, ReadCallDto } from './list-calls.dto.js';
import { RecordingLinks } from './recording-links.service.js';

/** The call records: listed, read, and shown to other systems in events. */
@Injectable()
export class Calls {
  private readonly cursors: TokenSigner;

  constructor(
    private readonly calls: CallsRepository,
    private readonly recordingLinks: RecordingLinks,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.cursors = new TokenSigner(settings.secretKeys, 'cursors');
  }

  /** One page of the calls that match, and where it stands among them. @throws InvalidRequest for a bad cursor */
  async page(org: OrganizationId, query: ListCallsDto): Promise<JsonText> {
    const view = callView(query.fields, query.include);
    const { limit, offset = 0, order, order_by: orderBy } = query;
    const after = this.positionOf(org, query);
    // With a cursor only a row more tells whether there are more; without one the total does.
    const wanted = after ? limit + 1 : limit;
    const search = { filter: query, orderBy, order, limit: wanted, offset, after };
    const { rows, total } = await this.calls.page(org, view, search);
    const data = rows.slice(0, limit);
    const hasMore = after ? rows.length > limit : offset + data.length < total;
    return presentPage(
      data.map((row) => view.write(row, this.contextOf(org))),
      {
        total,
        limit,
        offset: after ? null : offset,
        hasMore,
        nextCursor: hasMore ? this.cursorAt(org, query, view, data.at(-1)) : null,
      },
    );
  }

  /** Rows of the light payload as calls. */
  present(org: OrganizationId, rows: readonly TextRow[]): CallPayload[] {
    const view = callView();
    return rows.map((row) => JSON.parse(this.write(org, view, row)) as CallPayload);
  }

  /** The newest call that matches. @throws AppError 404 when none does */
  async mostRecent(org: OrganizationId, query: ListCallsDto): Promise<JsonText> {
    const view = callView(query.fields, query.include);
    const row = await this.calls.mostRecent(org, view, query, query.order_by);
    if (!row) throw new AppError(404, 'call_not_found', 'No calls found matching criteria');
    return view.write(row, this.contextOf(org));
  }

  /** One call. @throws NotFound */
  async read(org: OrganizationId, id: string, { fields, include }: ReadCallDto): Promise<JsonText> {
    const view = callView(fields, include);
    const row = await this.calls.find(org, view, id);
    return this.write(org, view, row);
  }

  /**
   * A call as the transaction has left it, for the `data.call` of its events: exactly what reading it in the light
   * payload gives. @throws NotFound
   */
  async payload(tx: Tx, org: OrganizationId, id: string): Promise<CallPayload> {
    const view = callView();
    const row = await this.calls.find(org, view, id, tx);
    return JSON.parse(this.write(org, view, row)) as CallPayload;
  }

  private write(org: OrganizationId, view: CallView, row: TextRow | null): JsonText {
    if (!row) throw new NotFound('Call');
    return view.write(row, this.contextOf(org));
  }

  private contextOf(org: OrganizationId): RowContext {
    return { recordingUrl: (id, stamp) => this.recordingLinks.url(org, id, stamp) };
  }

  private cursorAt(org: OrganizationId, query: ListCallsDto, view: CallView, row: TextRow = []): string {
    const position = [row[view.names.indexOf(query.order_by)] ?? null, row[0] ?? null];
    return encodeCursor(this.cursors, fingerprintOf(org, query), position);
  }

  private positionOf(org: OrganizationId, query: ListCallsDto): Position | undefined {
    if (query.cursor === undefined) return undefined;
    const [instant = null, id] = decodeCursor(this.cursors, fingerprintOf(org, query), query.cursor) ?? [];
    if (!id) {
      throw new InvalidRequest('Invalid cursor parameter', [
        { field: 'cursor', in: 'query', issue: 'must be a next_cursor given for the same filters and order' },
      ]);
    }
    return { instant, id };
  }
}

/** What a cursor is good for: these filters of this organization, in this order; the page size and payload may change. */
const fingerprintOf = (org: OrganizationId, query: ListCallsDto): string =>
  filterFingerprint({
    conditions: conditionsOf(org, query).filter((condition) => condition !== null),
    orderBy: query.order_by,
    order: query.order,
  });
