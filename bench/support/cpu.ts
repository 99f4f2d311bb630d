import { readdir, readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock is. */
const MS_PER_TICK = 10;

/** Milliseconds of processor time that a process has used so far (Linux only: /proc). */
export async function cpuOf(pid: number): Promise<number> {
  const { ticks } = await readStat(pid);
  return ticks * MS_PER_TICK;
}

/** The same for a PostgreSQL server: for all processes that it has started, those that have ended too. */
export async function cpuOfServer(pid: number): Promise<number> {
  const living = (await statsOfChildren(pid)).reduce((sum, { ticks }) => sum + ticks, 0);
  return (living + (await readStat(pid)).ticksOfEndedChildren) * MS_PER_TICK;
}

/** The processes that a process has started and that have not ended. */
export const childrenOf = async (pid: number): Promise<number[]> =>
  (await statsOfChildren(pid)).map((child) => child.pid);

async function statsOfChildren(parent: number): Promise<Stat[]> {
  const pids = (await readdir('/proc')).map(Number).filter((entry) => entry > 0);
  const stats = await Promise.all(pids.map((pid) => readStat(pid).catch(() => null)));
  return stats.filter((stat) => stat?.parent === parent) as Stat[];
}

interface Stat {
  pid: number;
  parent: number;
  ticks: number;
  ticksOfEndedChildren: number;
}

async function readStat(pid: number): Promise<Stat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold spaces; what follows is fields 3 and on of proc(5): 4 is the parent, 14 to 17
  // are times.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = fields.slice(11, 15);
  return { pid, parent: fields[1] ?? 0, ticks: user + system, ticksOfEndedChildren: endedUser + endedSystem };
}
