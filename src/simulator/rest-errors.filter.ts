import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Clock } from './clock.service.js';
import type { Refusal } from './knobs.js';
import { faultBody, RestFault } from './rest-fault.js';

/** What no route takes. */
export const notFound: RequestHandler = (request) => {
  throw new RestFault(20404, request.path);
};

/** Answers as a knob says. */
export function refuse(response: Response, { status, code, retryAfterSeconds }: Refusal): void {
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  response.status(status).json(faultBody(code, status, 'Refused by the simulator'));
}

/** Answers faults as the REST API writes them. A request that the stop broke off gets no answer. */
export const restErrors =
  (clock: Clock): ErrorRequestHandler =>
  (fault: unknown, request, response, _next) => {
    if (clock.isStopped || response.headersSent) {
      request.socket.destroy();
      return;
    }
    const known = fault instanceof RestFault ? fault : faultOf(fault);
    if (known.code === 20003) response.setHeader('WWW-Authenticate', 'Basic realm="Twilio API"');
    response.status(known.status).json(faultBody(known.code, known.status, known.message));
  };

/** A body that cannot be read is the sender's fault; everything else is ours, and is told to the operator. */
function faultOf(fault: unknown): RestFault {
  if (fault instanceof Error && 'expose' in fault && fault.expose === true)
    return new RestFault(20001, 'body');
  process.emitWarning(fault instanceof Error ? fault : String(fault));
  return new RestFault(20500);
}
