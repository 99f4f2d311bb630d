import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ACCOUNT, NUMBERS, sdk, TOKEN } from './rig.js';

const MAIN = fileURLToPath(new URL('../../src/simulator/main.js', import.meta.url));

/** What the process printed until the first text that matches. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (pattern.test(output)) return output;
  }
  throw new Error(`ended without ${pattern}: ${output}`);
}

describe('the carrier as a program of its own', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  it('prints its address, takes calls and ends on SIGTERM', async () => {
    child = spawn(process.execPath, [MAIN, '--pace', '0.01', '--numbers', '+13125550199'], {
      env: { ...process.env, TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: TOKEN, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const output = await printed(child, /account: AC/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
    expect(output).not.toContain(TOKEN);
    const order = { to: NUMBERS.cooperative, from: '+13125550199', twiml: '<Response><Hangup/></Response>' };
    await expect(sdk(url).calls.create(order)).resolves.toMatchObject({ status: 'queued' });
    child.kill('SIGTERM');
    await expect(exit).resolves.toEqual([0, null]);
  });

  it('explains its settings', async () => {
    child = spawn(process.execPath, [MAIN, '--help'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await expect(printed(child, /SIMULATOR_PACE/)).resolves.toContain('--token');
  });
});
