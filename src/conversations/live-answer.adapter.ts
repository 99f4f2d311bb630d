import type { Response } from 'express';
import type { OrganizationId } from '../auth/principal.js';
import { InvalidRequest } from '../common/app-error.js';
import type { LiveCalls } from './live-calls.service.js';
import { readPlace } from './live-events.js';
import type { LiveSink } from './live-feed.session.js';

/**
 * Answers with the events of a call behind the last one that the reader has seen. @throws InvalidRequest, and what
 * `LiveCalls.follow` throws
 */
export async function streamCall(
  live: LiveCalls,
  call: { org: OrganizationId; id: string; lastEventId: string | undefined },
  response: Response,
): Promise<void> {
  const place = readPlace(call.lastEventId);
  if (!place) throw new InvalidRequest('Invalid Last-Event-ID');
  if (place === 'end') {
    response.writeHead(204).end();
    return;
  }
  const stop = await live.follow(call.org, call.id, place.after, () => opened(response));
  // To a HEAD nothing follows.
  if (response.destroyed || response.req.method === 'HEAD') stop();
  response.on('close', stop);
}

function opened(response: Response): LiveSink {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Its connection ends with it: one that idles on would hold a stop up.
    Connection: 'close',
    // nginx would collect what is sent.
    'X-Accel-Buffering': 'no',
  });
  return {
    write: (text) => response.write(text),
    onceDrained: (then) => void response.once('drain', then),
    end: () => void response.end(),
    cutOff: () => void response.destroy(),
  };
}
