import { Readable } from 'node:stream';
import { type Request, type Response, Router } from 'express';
import type { Carrier } from './carrier.service.js';
import type { Form } from './form.js';
import { pageOf } from './list-page.js';
import { type Media, mp3, wav } from './media.js';
import type { Recording } from './recording.js';
import { accountPath, recordingResource } from './resources.js';
import { RestFault } from './rest-fault.js';

/** Bytes that are made at a time, so that hours of sound cost no memory. */
const PART_BYTES = 64 * 1024;

/** Recordings: the lists, the resource, and the file. */
export function recordingsRoutes(carrier: Carrier): Router {
  const routes = Router();
  routes.get('/Recordings.json', (request, response) =>
    response.json(listRecordings(carrier, request.query, '/Recordings.json')),
  );
  routes.get('/Calls/:callSid/Recordings.json', (request, response) => {
    const { callSid } = request.params;
    response.json(listRecordings(carrier, request.query, `/Calls/${callSid}/Recordings.json`, callSid));
  });
  routes.get('/Recordings/:sid.json', (request, response) =>
    response.json(recordingResource(recordingOf(carrier, request), carrier.baseUrl)),
  );
  routes.delete('/Recordings/:sid.json', (request, response) => {
    carrier.recordings.forget([recordingOf(carrier, request).sid]);
    response.status(204).end();
  });
  routes.get('/Recordings/:sid.mp3', (request, response) => {
    const { durationSeconds } = audible(carrier, request);
    sendMedia(request, response, mp3(durationSeconds));
  });
  routes.get(['/Recordings/:sid.wav', '/Recordings/:sid'], (request, response) => {
    const { durationSeconds, channels } = audible(carrier, request);
    sendMedia(request, response, wav(durationSeconds, channels));
  });
  return routes;
}

function listRecordings(carrier: Carrier, query: Form, path: string, callSid?: string) {
  const found = carrier.recordings.list(callSid);
  const { items, envelope } = pageOf(found, query, accountPath(carrier.accountSid, path));
  return { recordings: items.map((item) => recordingResource(item, carrier.baseUrl)), ...envelope };
}

function recordingOf(carrier: Carrier, request: Request): Recording {
  const recording = carrier.recordings.find(String(request.params['sid']));
  if (recording === undefined) throw new RestFault(20404, request.baseUrl + request.path);
  return recording;
}

/** A recording with a file; until it is processed there is none. */
function audible(carrier: Carrier, request: Request): Recording {
  const recording = recordingOf(carrier, request);
  if (recording.status !== 'completed') throw new RestFault(20404, request.baseUrl + request.path);
  return recording;
}

/** Sends a file, or the one range that was asked for (RFC 9110, section 14). Several ranges get the whole. */
function sendMedia(request: Request, response: Response, media: Media): void {
  const ranges = request.range(media.bytes);
  response.setHeader('Accept-Ranges', 'bytes');
  if (ranges === -1) {
    response.status(416).setHeader('Content-Range', `bytes */${media.bytes}`).end();
    return;
  }
  const range =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  const { start, end } = range ?? { start: 0, end: media.bytes - 1 };
  if (range) response.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${media.bytes}`);
  response.setHeader('Content-Type', media.contentType).setHeader('Content-Length', end + 1 - start);
  if (request.method === 'HEAD') response.end();
  else Readable.from(parts(media, start, end + 1)).pipe(response);
}

function* parts(media: Media, from: number, to: number): Generator<Buffer> {
  for (let start = from; start < to; start += PART_BYTES)
    yield media.slice(start, Math.min(to, start + PART_BYTES));
}
