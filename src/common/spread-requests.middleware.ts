import { AsyncResource } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** What carriers and supervisors ask: a live call waits for the one, a kill may follow the other. */
const URGENT = ['/api/voice/', '/health/'];

/** Milliseconds that the next read waits for a read at most: what takes longer waits for the database, or for its reader. */
const READ_IS_WAITED_FOR = 1;

/** Requests that wait for their beginning, in the order in which they came. */
interface Queue {
  readonly isEmpty: boolean;
  add(begin: () => void, response: Response): void;
}

/**
 * While somebody is listening, spreads requests over the turns of the event loop, so that the word of a live call waits for
 * few of them, however many there are. A read is work for this process when its rows come: the next one begins when it is
 * answered, or after a millisecond. Of all others one begins at each turn, because what they write is written together. A
 * request that comes alone begins at once, and how many are under way is not limited. While nobody is listening all begin
 * as they come: fewer turns carry more requests.
 */
export function spreadRequests(
  isListening: () => boolean,
  readIsWaitedFor = READ_IS_WAITED_FOR,
): RequestHandler {
  const reads = oneAfterTheOther(readIsWaitedFor);
  const others = oneAtATurn();
  return ({ method, url }: Request, response: Response, next: NextFunction): void => {
    const queue = method === 'GET' ? reads : others;
    // Those that wait already are not overtaken by one that came after the last call ended.
    const isFree = queue.isEmpty && !isListening();
    if (isFree || URGENT.some((path) => url.startsWith(path))) next();
    else queue.add(next, response);
  };
}

function oneAtATurn(): Queue {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const turn = (): void => {
    const begin = waiting.shift();
    isTaken = begin !== undefined;
    if (!begin) return;
    setImmediate(turn);
    begin();
  };
  return {
    get isEmpty() {
      return !isTaken;
    },
    add: (begin) => {
      waiting.push(isTaken ? AsyncResource.bind(begin) : begin);
      if (!isTaken) turn();
    },
  };
}

function oneAfterTheOther(isWaitedFor: number): Queue {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const begin = (read: () => void, response: Response): void => {
    isTaken = true;
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      // In the next turn: what has come meanwhile is heard first.
      setImmediate(beginNext);
    };
    const timer = setTimeout(over, isWaitedFor);
    response.once('close', over);
    read();
  };
  const beginNext = (): void => {
    isTaken = false;
    waiting.shift()?.();
  };
  return {
    get isEmpty() {
      return waiting.length === 0;
    },
    add: (read, response) => {
      if (isTaken) waiting.push(AsyncResource.bind(() => begin(read, response)));
      else begin(read, response);
    },
  };
}
