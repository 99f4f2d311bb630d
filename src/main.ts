import { StartRefused } from './common/start-refused.js';
import { ConfigError, loadConfig } from './config.js';
import { start } from './start.js';

/** What the operator can do something about is said in a sentence; anything else with where it happened. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one (0 picks a free one).`;
  return stack ?? String(error);
}

try {
  await start(loadConfig(process.env));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
