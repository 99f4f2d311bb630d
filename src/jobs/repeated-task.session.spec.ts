import { setImmediate as turn } from 'node:timers/promises';
import { RepeatedTask } from './repeated-task.session.js';

/** A task whose runs end when they are told to. */
function aTask() {
  const ends: (() => void)[] = [];
  let fails = false;
  const task = new RepeatedTask(async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    if (fails) throw new Error('failed');
  });
  return {
    task,
    runs: () => ends.length,
    endRun: async (failing = false) => {
      fails = failing;
      ends.at(-1)?.();
      await turn();
    },
  };
}

describe('a repeated task', () => {
  it('runs one at a time, and once more for all who asked meanwhile', async () => {
    const { task, runs, endRun } = aTask();
    task.runSoon();
    task.runSoon();
    const later = task.run();
    expect(runs()).toBe(1);
    await endRun();
    expect(runs()).toBe(2);
    await endRun();
    await later;
    expect(runs()).toBe(2);
  });

  it('tells of a failure who waits for it, and runs again when it is asked to', async () => {
    const { task, runs, endRun } = aTask();
    task.runSoon();
    await endRun(true);
    const run = task.run();
    const told = expect(run).rejects.toThrow('failed');
    await endRun(true);
    await told;
    task.runSoon();
    expect(runs()).toBe(3);
    await endRun();
  });

  it('is stopped when its last run is over, and begins no other', async () => {
    const { task, runs, endRun } = aTask();
    task.runSoon();
    task.runSoon();
    const stopped = task.stop();
    await endRun();
    await stopped;
    task.runSoon();
    expect(runs()).toBe(1);
  });
});
