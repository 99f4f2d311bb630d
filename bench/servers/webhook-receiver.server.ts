// A receiver of webhooks. `/` takes everything: asked, it tells how many came since it was asked last. `/timed` notes
// when each contact's event came; asked for `arrivals`, it tells. `/hanging` answers after 15 s.
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { announcePort } from '../support/announce.js';
import { now } from '../support/clock.js';

const HANGS_MS = 15_000;
let received = 0;
let arrivals: Record<string, number> = {};

async function note(request: IncomingMessage, at: number): Promise<void> {
  const { data } = JSON.parse(await text(request)) as { data: { contact: { id: string } } };
  arrivals[data.contact.id] ??= at;
}

const server = createServer((request, response) => {
  if (request.url === '/timed') {
    void note(request, now()).then(() => response.end());
  } else if (request.url === '/hanging') {
    request.resume();
    setTimeout(() => response.end(), HANGS_MS);
  } else {
    request.resume().on('end', () => {
      received += 1;
      response.end('ok');
    });
  }
});
process.on('message', (question) => {
  process.send?.(question === 'arrivals' ? arrivals : received);
  if (question === 'arrivals') arrivals = {};
  else received = 0;
});
server.listen(0, '127.0.0.1', () => announcePort(server.address()));
