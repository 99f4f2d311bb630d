import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AppError, NotFound } from '../common/app-error.js';
import { isUuid } from '../common/readings.js';
import { sql } from '../database/sql.client.js';
import type { RecordingMedia } from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';
import { RECORDING_STAMP } from './call-fields.js';
import { RecordingLinks } from './recording-links.service.js';

/** What the address of a recording names. */
export interface RecordingTarget {
  org: string;
  callId: string;
  token: string;
}

interface RecordingRow {
  recordingId: string;
  carrier: string;
  accountId: string | null;
  stamp: string;
  isExpired: boolean;
}

const RECORDING = `
  SELECT call.recording_id AS "recordingId", call.carrier, call.carrier_account_id AS "accountId", ${RECORDING_STAMP} AS stamp,
         coalesce(coalesce(call.ended_at, call.started_at)
           + organization.recording_link_hours * interval '1 hour' <= now(), false) AS "isExpired"
    FROM calls call JOIN organizations organization ON organization.id = call.organization_id
   WHERE call.organization_id = $1 AND call.id = $2 AND call.recording_id IS NOT NULL`;

/** Hands recordings through from the carrier, whose credentials nobody sees. */
@Injectable()
export class Recordings {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly links: RecordingLinks,
    private readonly carriers: Carriers,
  ) {}

  /** @throws NotFound, AppError 503 while the carrier cannot be asked */
  async open(target: RecordingTarget, range: string | undefined): Promise<RecordingMedia> {
    const { recordingId, accountId } = await this.rowOf(target);
    const account = await this.carriers.of(target.org, accountId);
    const media = await account.openRecording(recordingId, range);
    if (media.kind === 'found') return media;
    if (media.kind === 'not-found') throw new NotFound('Recording');
    throw new AppError(503, 'carrier_unreachable', 'Recording temporarily unavailable', [], {
      'Retry-After': '10',
    });
  }

  /** Another carrier than the one that made it has no such recording. */
  private async rowOf({ org, callId, token }: RecordingTarget): Promise<RecordingRow> {
    if (!isUuid(org) || !isUuid(callId)) throw new NotFound('Recording');
    const [row] = await sql<RecordingRow>(this.db, RECORDING, [org, callId]);
    const isHere = row?.carrier === this.carriers.nameOf(row?.accountId ?? null);
    if (!row || !isHere || row.isExpired || !this.links.verify(token, org, callId, row.stamp))
      throw new NotFound('Recording');
    return row;
  }
}
