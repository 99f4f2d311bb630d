import { callParams } from './callback-params.js';
import type { CallSession } from './call.session.js';
import { DocumentFault } from './document-fault.js';
import type { Webhook } from './form.js';
import { COMPLETED, type RelayEnd, relayParams } from './relay-end.js';
import { RelaySession } from './relay.session.js';
import { tokenOf } from './seeded.js';
import type { Params } from './signature.js';
import type { ConnectVerb } from './twiml.js';
import type { Next } from './verbs.session.js';

/** From the end of a relay to the request to its action, simulated seconds. */
const ACTION_AFTER_SECONDS = { ended: 0.7, completed: 0.5, failed: 1.2 };
/** From that request to the call's last status, when the call is over. */
const STATUS_AFTER_SECONDS = 0.5;

/** Connects the call with a conversation until one of the two ends it; then the action says what comes next. */
export async function connect(session: CallSession, { action, relay: order }: ConnectVerb): Promise<Next> {
  const relay = new RelaySession(session, order);
  let end: RelayEnd | undefined;
  let params: Params = {};
  try {
    end = await session.awaitInDocument(relay.over);
    params = relayParams(relay.sessionId, relay.seconds, end);
    await session.sleepInDocument(ACTION_AFTER_SECONDS[end.status]);
    await session.services.clock.pause(session.services.knobs.take('delayActionMs'));
  } catch (broken) {
    if (end === undefined) params = relayParams(relay.sessionId, relay.seconds, COMPLETED);
    relay.hangUp();
    if (session.isEnding && action !== null) await tellLast(session, action, relay.sessionId, params);
    throw broken;
  }
  if (action === null) return { go: 'on' };
  return { go: 'to', instructions: action, params, copies: session.services.knobs.take('duplicateAction') };
}

/** The call is over: the action is told, and whatever it answers comes too late. */
async function tellLast(
  session: CallSession,
  action: Webhook,
  sessionId: string,
  params: Params,
): Promise<void> {
  const { clock, documents, knobs } = session.services;
  await clock.sleep(ACTION_AFTER_SECONDS.completed);
  await clock.pause(knobs.take('delayActionMs'));
  const copies = 1 + knobs.take('duplicateAction');
  const told = { ...callParams(session.call, 'completed'), ...params };
  const requests = Array.from({ length: copies }, () =>
    documents.fetch(action, told, tokenOf(`${sessionId}:action`), session.deliveries).catch(ignoreFault),
  );
  await Promise.all(requests);
  await clock.sleep(STATUS_AFTER_SECONDS);
}

function ignoreFault(fault: unknown): void {
  if (!(fault instanceof DocumentFault)) throw fault;
}
