import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startService, type TestService } from '../support/service.js';
import { servedDocument } from './answer-schemas.js';

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../../src/openapi/openapi.command.js', import.meta.url));
// Redocly asks nobody whether there is a newer one, and tells nobody that it ran.
const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

let service: TestService;
let folder: string;
let written: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  written = join(folder, 'openapi.json');
  await run(process.execPath, [COMMAND, written], { env: {} });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

describe('the OpenAPI document that a command writes', () => {
  it('is the one that the service serves, and needs neither a database nor a server', async () => {
    const document: unknown = JSON.parse(await readFile(written, 'utf8'));
    expect(document).toEqual(await servedDocument(service.url));
  });

  it('passes a linter that knows the standard, without a warning', async () => {
    const linter = 'node_modules/@redocly/cli/bin/cli.js';
    const said = await run(process.execPath, [linter, 'lint', '--format', 'json', written], { env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout || stderr,
    );
    expect(JSON.parse(said)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  });
});
