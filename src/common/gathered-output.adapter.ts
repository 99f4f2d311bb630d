import { type DestinationStream, pino } from 'pino';

/**
 * Standard output for lines of a log, written once a turn of the event loop: a write for each request would cost as much
 * as the request's line. What is gathered when the process ends is written then; only a kill in mid-turn can lose it.
 */
function gatheredOutput(): DestinationStream {
  const output = pino.destination({ fd: process.stdout.fd, sync: true });
  let lines = '';
  const flush = (): void => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  return {
    write(line: string): void {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** One a process: what several loggers say stays in order. */
export const OUTPUT = gatheredOutput();
