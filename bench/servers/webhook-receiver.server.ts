// A receiver of webhooks. `/` takes everything: asked, it tells how many came since it was asked last. `/timed` notes
// when each contact's event came; asked for `arrivals`, it tells. `/hanging` answers after 15 s;
// asked for `hanging`, it tells how many wait for that.
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { announcePort } from '../support/announce.js';
import { now } from '../support/clock.js';

const HANGS_MS = 15_000;
let received = 0;
let arrivals: Record<string, number> = {};
let hanging = 0;

async function note(request: IncomingMessage, at: number): Promise<void> {
  const { data } = JSON.parse(await text(request)) as { data: { contact: { id: string } } };
  arrivals[data.contact.id] ??= at;
}

const server = createServer((request, response) => {
  if (request.url === '/timed') {
    void note(request, now()).then(() => response.end());
  } else if (request.url === '/hanging') {
    request.resume();
    hanging += 1;
    const answer = setTimeout(() => response.end(), HANGS_MS);
    response.once('close', () => {
      hanging -= 1;
      clearTimeout(answer);
    });
  } else {
    request.resume().on('end', () => {
      received += 1;
      response.end('ok');
    });
  }
});
/** What is told when it is asked, and forgotten by that. */
const ANSWERS: Record<string, () => unknown> = {
  arrivals: () => {
    const told = arrivals;
    arrivals = {};
    return told;
  },
  hanging: () => hanging,
};
const count = (): number => {
  const told = received;
  received = 0;
  return told;
};
process.on('message', (question) => process.send?.((ANSWERS[String(question)] ?? count)()));
server.listen(0, '127.0.0.1', () => announcePort(server.address()));
