import { Readable } from 'node:stream';
import { fetch, type Response } from 'undici';
import type { RecordingLookup } from './carrier.js';
import { messageOf } from './twilio-outcomes.js';

export interface RecordingSource {
  /** Origin of the REST API. */
  baseUrl: string;
  accountSid: string;
  username: string;
  password: string;
  /** Milliseconds until the first byte of the answer; the body may take as long as its listener does. */
  timeoutMs: number;
}

/**
 * Opens a recording as MP3. The SDK has no call for media. The address is built from the recording's id, never taken
 * from a callback, and Twilio may redirect it to storage elsewhere; `fetch` then leaves the credentials behind.
 * Source: https://www.twilio.com/docs/voice/api/recording#fetch-a-recordings-media-file
 */
export async function openRecording(
  source: RecordingSource,
  recordingId: string,
  range: string | undefined,
): Promise<RecordingLookup> {
  const path = `/2010-04-01/Accounts/${source.accountSid}/Recordings/${encodeURIComponent(recordingId)}.mp3`;
  const basic = Buffer.from(`${source.username}:${source.password}`).toString('base64');
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), source.timeoutMs);
  try {
    const response = await fetch(source.baseUrl + path, {
      headers: {
        Authorization: `Basic ${basic}`,
        'Accept-Encoding': 'identity',
        ...(range && { Range: range }),
      },
      signal: patience.signal,
    });
    return await media(response);
  } catch (error) {
    return { kind: 'unreachable', message: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function media(response: Response): Promise<RecordingLookup> {
  const { status, headers, body } = response;
  if (status === 200 || status === 206 || status === 416) {
    return {
      kind: 'found',
      status,
      contentType: headers.get('content-type') ?? 'audio/mpeg',
      contentLength: headers.get('content-length'),
      contentRange: headers.get('content-range'),
      body: body ? Readable.fromWeb(body) : Readable.from([]),
    };
  }
  await body?.cancel();
  return status === 404 ? { kind: 'not-found' } : { kind: 'unreachable', message: `HTTP ${status}` };
}
