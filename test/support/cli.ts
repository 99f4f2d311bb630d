import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** What a command left behind. */
export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON; throws when it is anything else. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  json(): any;
}

/** Runs a command as a process of its own, with nothing of this process' environment but what is given. */
export async function runCli(env: Record<string, string>, ...args: string[]): Promise<CliRun> {
  const path = process.env['PATH'] ?? '';
  // Another folder than the repository: nothing may depend on where it is run.
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: tmpdir(), env: { PATH: path, ...env } });
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr, json: () => JSON.parse(stdout) };
}
