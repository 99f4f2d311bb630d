import { pipeline } from 'node:stream/promises';
import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { RecordingMedia } from '../telephony/carrier.js';
import { passedRange } from './byte-range.js';
import { Recordings, type RecordingTarget } from './recordings.service.js';

/** Recordings, for whoever has the address of one: a browser's player, a CRM. */
@ApiExcludeController()
@Controller('recordings/:org/:callId/:token')
export class RecordingsController {
  constructor(private readonly recordings: Recordings) {}

  /** The sound, or the part of it that is asked for. */
  @Get()
  async play(
    @Param() target: RecordingTarget,
    @Headers('range') range: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const media = await this.recordings.open(target, passedRange(range));
    response.status(media.status).set(headersOf(media, target));
    if (request.method === 'HEAD') {
      media.body.destroy();
      response.end();
      return;
    }
    // Whoever stops listening stops the carrier too; a carrier that breaks off breaks the answer off.
    await pipeline(media.body, response).catch(() => response.destroy());
  }
}

/** Kept briefly: links can be made void. A page of another site may play it, which is what a link is for. */
const headersOf = (
  { contentType, contentLength, contentRange }: RecordingMedia,
  target: RecordingTarget,
) => ({
  'Content-Type': contentType,
  ...(contentLength !== null && { 'Content-Length': contentLength }),
  ...(contentRange !== null && { 'Content-Range': contentRange }),
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, max-age=300',
  'Content-Disposition': `inline; filename="call-${target.callId}.mp3"`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
});
