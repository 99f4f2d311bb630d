// A process that cleans up after a test process that was killed: `node janitor.js`. It reads data folders of embedded
// servers, one a line, and when its standard input ends, quits the servers that still run there and removes the folders.
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { quitServer } from './quit-server.js';

const folders: string[] = [];
for await (const folder of createInterface(process.stdin)) folders.push(folder);
for (const folder of folders) {
  await quitServer(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
