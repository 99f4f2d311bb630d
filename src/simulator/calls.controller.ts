import { type Request, type Response, Router } from 'express';
import { readCallOrder, readInstructions, readRecordingOrder } from './call-order.js';
import type { CallSession } from './call.session.js';
import { ENDINGS, isOver } from './carrier-call.js';
import type { Carrier } from './carrier.service.js';
import { type Form, oneOf, text } from './form.js';
import { callFilter, pageOf } from './list-page.js';
import { accountPath, callResource, createdCallResource, recordingResource } from './resources.js';
import { refuse } from './rest-errors.filter.js';
import { RestFault } from './rest-fault.js';

/** `Calls.json` and what hangs below one call. */
export function callsRoutes(carrier: Carrier): Router {
  const routes = Router();
  routes.post('/Calls.json', (request, response) => create(carrier, request, response));
  routes.get('/Calls.json', (request, response) => response.json(listCalls(carrier, request.query)));
  routes.get('/Calls/:sid.json', (request, response) =>
    response.json(callResource(sessionOf(carrier, request).call)),
  );
  routes.post('/Calls/:sid.json', (request, response) => change(carrier, request, response));
  routes.post('/Calls/:sid/Recordings.json', (request, response) =>
    response.status(201).json(record(carrier, sessionOf(carrier, request), request.body as Form)),
  );
  return routes;
}

function sessionOf(carrier: Carrier, request: Request): CallSession {
  const session = carrier.calls.find(String(request.params['sid']));
  if (session === undefined) throw new RestFault(20404, request.baseUrl + request.path);
  return session;
}

async function create(carrier: Carrier, request: Request, response: Response): Promise<void> {
  const refusal = carrier.knobs.take('refuseCalls');
  if (refusal !== null) return refuse(response, refusal);
  const order = readCallOrder(request.body as Form, (number) => carrier.numbers.owned(number) !== undefined);
  const session = carrier.calls.place(order);
  const body = createdCallResource(session.call);
  await hesitate(carrier, session);
  if (carrier.knobs.take('closeAfterAccept')) {
    request.socket.destroy();
    return;
  }
  if (carrier.knobs.take('failAfterAccept')) throw new RestFault(20500);
  response.status(201).json(body);
}

async function change(carrier: Carrier, request: Request, response: Response): Promise<void> {
  const session = sessionOf(carrier, request);
  const body = update(session, request.body as Form);
  await hesitate(carrier, session);
  response.json(body);
}

/** Keeps the answer back as long as the knobs say. */
async function hesitate({ knobs, clock }: Carrier, session: CallSession): Promise<void> {
  const callback = knobs.take('answerAfterCallback');
  const holdMs = knobs.take('holdAnswerMs');
  if (callback !== null) await session.whenDelivered(callback);
  if (holdMs > 0) await clock.pause(holdMs);
}

function listCalls(carrier: Carrier, query: Form) {
  const passes = callFilter(query);
  const found = carrier.calls
    .list(carrier.knobs.take('listLagMs'))
    .map(({ call }) => call)
    .filter(passes);
  const { items, envelope } = pageOf(found, query, accountPath(carrier.accountSid, '/Calls.json'));
  return { calls: items.map(callResource), ...envelope };
}

/** Ends a call, or makes it go on with other instructions. */
function update(session: CallSession, form: Form) {
  if (isOver(session.call)) throw new RestFault(21220);
  const isLive = session.isAnswered;
  if (text(form, 'Status') === undefined) {
    if (!isLive) throw new RestFault(21220);
    session.redirect(readInstructions(form));
  } else {
    const wanted = oneOf(form, 'Status', ['canceled', 'completed'], 'completed');
    if (wanted === 'canceled' && isLive) throw new RestFault(21220);
    session.end(isLive ? ENDINGS.completed : ENDINGS.canceled);
  }
  return callResource(session.call);
}

function record(carrier: Carrier, session: CallSession, form: Form) {
  if (!session.isAnswered || isOver(session.call)) throw new RestFault(21220);
  const { sid } = session.record(readRecordingOrder(form), 'StartCallRecordingAPI');
  const recording = carrier.recordings.find(sid);
  if (recording === undefined) throw new Error(`no recording ${sid}`);
  return recordingResource(recording, carrier.baseUrl);
}
