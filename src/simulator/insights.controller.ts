import { type Request, type Response, Router } from 'express';
import { callSummary, type ProcessingState, SUMMARY_AFTER_SECONDS } from './call-summary.js';
import { type CarrierCall, isOver } from './carrier-call.js';
import type { Carrier } from './carrier.service.js';
import { type Form, oneOf } from './form.js';
import { refuse } from './rest-errors.filter.js';
import { RestFault } from './rest-fault.js';

/** Voice Insights: what the carrier has measured of a call that is over. Its path names no account. */
export function insightsRoutes(carrier: Carrier): Router {
  const routes = Router();
  routes.get('/v1/Voice/:sid/Summary', (request, response) => summarize(carrier, request, response));
  return routes;
}

/** Without a state asked for, there is nothing until the summary is complete. */
function summarize(carrier: Carrier, request: Request, response: Response): void {
  const refusal = carrier.knobs.take('refuseSummaries');
  if (refusal !== null) return refuse(response, refusal);
  const asked = oneOf(request.query as Form, 'ProcessingState', ['complete', 'partial', 'all'], 'complete');
  const call = carrier.calls.find(String(request.params['sid']))?.call;
  const state = call && !carrier.knobs.take('absentSummary') ? stateOf(carrier, call, asked) : null;
  if (!call || !state || (asked !== 'all' && asked !== state)) throw new RestFault(20404, request.path);
  response.json(callSummary(call, state, carrier.baseUrl));
}

function stateOf({ knobs, clock }: Carrier, call: CarrierCall, asked: string): ProcessingState | null {
  if (!isOver(call) || call.endedAt === null) return null;
  // What was not shown was no occasion.
  if (knobs.take('partialSummary', () => asked !== 'complete')) return 'partial';
  const age = clock.now().getTime() - call.endedAt.getTime();
  return age < clock.milliseconds(SUMMARY_AFTER_SECONDS) ? 'partial' : 'complete';
}
