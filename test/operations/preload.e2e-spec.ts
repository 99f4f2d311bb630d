import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const module = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href;

/** What a script writes, run as `npm start` runs the service. */
const preloaded = (script: string, cwd = tmpdir(), env: Record<string, string> = {}) =>
  run(process.execPath, ['--import', module('preload.js'), '--input-type=module', '--eval', script], {
    cwd,
    env,
  });

describe('before the service starts', () => {
  const SAYS_PORT = 'console.log(process.env.PORT, process.env.HOST)';

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'voice-agents-test-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads .env, whose values yield to those of the environment', async () => {
    await writeFile(join(folder, '.env'), '# where\nPORT=1234\nHOST="127.0.0.2"\n');
    const { stdout } = await preloaded(SAYS_PORT, folder, { PORT: '4321' });
    expect(stdout).toBe('4321 127.0.0.2\n');
  });

  it('says nothing about a .env that is not there', async () => {
    const { stdout, stderr } = await preloaded(SAYS_PORT);
    expect({ stdout, stderr }).toEqual({ stdout: 'undefined undefined\n', stderr: '' });
  });

  it('makes stack traces name the lines of TypeScript', async () => {
    const { stdout } = await preloaded(`import { readBody } from '${module('common/body.client.js')}';
      readBody({ headers: {}, destroyed: true }).catch((error) => console.log(error.stack));`);
    expect(stdout).toMatch(/src\/common\/body\.client\.ts:\d+:\d+/);
  });

  it('leaves other stack traces as Node writes them', async () => {
    const throws = 'try { new URL("none") } catch (error) { console.log(error.stack) }';
    const { stdout } = await preloaded(throws);
    const { stdout: byNode } = await run(process.execPath, ['--input-type=module', '--eval', throws], {
      cwd: tmpdir(),
    });
    expect(stdout).toBe(byNode);
    expect(stdout).toContain('TypeError: Invalid URL\n    at ');
  });
});
