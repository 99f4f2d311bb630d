import { AsyncResource } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** What carriers and supervisors ask: a live call waits for the one, a kill may follow the other. */
const URGENT = ['/api/voice/', '/health/'];

/**
 * While somebody is listening, lets one request begin at each turn of the event loop; the others wait in the order in which
 * they came. Between two of them the loop hears everything else: the word of a live call waits for one request, however
 * many there are. A request that comes alone begins at once; how many are under way is not limited. While nobody is
 * listening all begin as they come: fewer turns carry more requests.
 */
export function oneAtATurn(isListening: () => boolean): RequestHandler {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const turn = (): void => {
    const begin = waiting.shift();
    isTaken = begin !== undefined;
    if (!begin) return;
    setImmediate(turn);
    begin();
  };
  return ({ url }: Request, _: Response, next: NextFunction): void => {
    // Those that wait already are not overtaken by one that came after the last call ended.
    const isFree = !isTaken && !isListening();
    if (isFree || URGENT.some((path) => url.startsWith(path))) {
      next();
    } else if (isTaken) {
      waiting.push(AsyncResource.bind(() => next()));
    } else {
      isTaken = true;
      setImmediate(turn);
      next();
    }
  };
}
