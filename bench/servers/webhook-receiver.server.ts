// A receiver of webhooks that takes everything. Asked, it tells how many came since it was asked last.
import { createServer } from 'node:http';
import { announcePort } from '../support/announce.js';

let received = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    received += 1;
    response.end('ok');
  });
});
process.on('message', () => {
  process.send?.(received);
  received = 0;
});
server.listen(0, '127.0.0.1', () => announcePort(server.address()));
