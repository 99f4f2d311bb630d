import { type ErrorRequestHandler, json, type Response, Router } from 'express';
import { z } from 'zod';
import { callView } from './call-view.js';
import type { Caller } from './calls.service.js';
import { scriptSchema } from './customer-script.js';
import { ENDINGS, isOver } from './carrier-call.js';
import type { Carrier } from './carrier.service.js';
import { readKnobSettings } from './knobs.js';

const inboundSchema = z.strictObject({
  from: z.string().min(1),
  to: z.string().min(1),
  callerName: z.string().optional(),
  forwardedFrom: z.string().optional(),
  script: scriptSchema.optional(),
});

/** What the control surface refuses. */
class ControlFault extends Error {
  constructor(
    readonly status: 404 | 409,
    message: string,
  ) {
    super(message);
  }
}

/** Lets somebody call an owned number; gives the call's sid. Throws a ControlFault if nobody would be asked. */
export function placeInbound(carrier: Carrier, to: string, caller: Caller): string {
  const number = carrier.numbers.owned(to);
  if (number === undefined) throw new ControlFault(404, `${to} is not owned`);
  if (number.voice === null) throw new ControlFault(409, `${to} has no VoiceUrl`);
  return carrier.calls.receive(number, caller).call.sid;
}

/** Makes the other end hang up. A call that was not answered yet cannot be hung up by it. */
export function hangUp(carrier: Carrier, sid: string): void {
  const session = carrier.calls.find(sid);
  if (session === undefined) throw new ControlFault(404, `${sid} is unknown`);
  if (!session.isAnswered || isOver(session.call)) throw new ControlFault(409, `${sid} is not in progress`);
  session.end(ENDINGS.completed);
}

/** `/sim`: what no real carrier offers. JSON in and out. */
export function controlRoutes(carrier: Carrier): Router {
  const routes = Router();
  routes.use(json());
  routes.get('/calls', (_request, response) => response.json(carrier.calls.list().map(callView)));
  routes.post('/calls/:sid/hangup', (request, response) => {
    hangUp(carrier, request.params.sid);
    response.status(204).end();
  });
  routes.post('/inbound', (request, response) => {
    const { to, ...caller } = inboundSchema.parse(request.body);
    response.status(201).json({ sid: placeInbound(carrier, to, caller) });
  });
  routes.get('/knobs', (_request, response) => response.json(carrier.knobs.read()));
  routes.put('/knobs', (request, response) => {
    carrier.knobs.set(readKnobSettings(request.body));
    response.json(carrier.knobs.read());
  });
  routes.get('/ledger', (_request, response) => response.json(carrier.calls.ledger()));
  routes.use(controlErrors);
  return routes;
}

const controlErrors: ErrorRequestHandler = (fault: unknown, _request, response, next) => {
  if (fault instanceof ControlFault) answer(response, fault.status, fault.message);
  else if (fault instanceof z.ZodError) answer(response, 400, z.prettifyError(fault));
  else next(fault);
};

const answer = (response: Response, status: number, error: string): void => {
  response.status(status).json({ error });
};
