import { testServer } from './test-server.js';

/** After the suite: stops the server that the set-up started, and removes its data. */
export default async function globalTeardown(): Promise<void> {
  if (!testServer.keeper) return;
  delete process.env['TEST_DATABASE_URL'];
  await testServer.keeper.stop();
  testServer.keeper = undefined;
}
