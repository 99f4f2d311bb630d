import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AppError, NotFound } from '../common/app-error.js';
import { isUuid } from '../common/readings.js';
import { sql } from '../database/sql.client.js';
import { CARRIER, type Carrier, type RecordingMedia } from '../telephony/carrier.js';
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
  stamp: string;
  isExpired: boolean;
}

const RECORDING = `
  SELECT call.recording_id AS "recordingId", ${RECORDING_STAMP} AS stamp,
         coalesce(coalesce(call.ended_at, call.started_at)
           + organization.recording_link_hours * interval '1 hour' <= now(), false) AS "isExpired"
    FROM calls call JOIN organizations organization ON organization.id = call.organization_id
   WHERE call.organization_id = $1 AND call.id = $2 AND call.recording_id IS NOT NULL AND call.carrier = $3`;

/** Hands recordings through from the carrier, whose credentials nobody sees. */
@Injectable()
export class Recordings {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly links: RecordingLinks,
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /** @throws NotFound, AppError 503 while the carrier cannot be asked */
  async open(target: RecordingTarget, range: string | undefined): Promise<RecordingMedia> {
    const recordingId = await this.idOf(target);
    const media = await this.carrier.openRecording(recordingId, range);
    if (media.kind === 'found') return media;
    if (media.kind === 'not-found') throw new NotFound('Recording');
    throw new AppError(503, 'carrier_unreachable', 'Recording temporarily unavailable', [], {
      'Retry-After': '10',
    });
  }

  private async idOf({ org, callId, token }: RecordingTarget): Promise<string> {
    if (!isUuid(org) || !isUuid(callId)) throw new NotFound('Recording');
    const [row] = await sql<RecordingRow>(this.db, RECORDING, [org, callId, this.carrier.name]);
    if (!row || row.isExpired || !this.links.verify(token, org, callId, row.stamp))
      throw new NotFound('Recording');
    return row.recordingId;
  }
}
