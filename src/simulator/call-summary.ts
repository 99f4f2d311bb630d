import type { CarrierCall } from './carrier-call.js';
import { type Draw, seededDraw } from './seeded.js';

/** Simulated seconds after a call's end until its summary is complete. Twilio takes half an hour. */
export const SUMMARY_AFTER_SECONDS = 2;

/** How far the assembly of a summary has come. */
export type ProcessingState = 'partial' | 'complete';

/** A packet of sound every 20 ms. */
const PACKETS_A_SECOND = 50;

/** Twilio's words for how a call ended. */
const CALL_STATES = {
  queued: 'undialed',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'completed',
  busy: 'busy',
  failed: 'fail',
  'no-answer': 'noanswer',
  canceled: 'canceled',
} as const;

/** The Call Summary resource of Voice Insights. A partial one does not know yet how the customer was reached. */
export function callSummary(call: CarrierCall, state: ProcessingState, baseUrl: string) {
  const dialledOn = call.startedAt ?? call.createdAt;
  return {
    account_sid: call.accountSid,
    call_sid: call.sid,
    call_type: 'carrier',
    call_state: CALL_STATES[call.status],
    answered_by: call.answeredBy,
    processing_state: state,
    created_time: call.createdAt.toISOString(),
    start_time: dialledOn.toISOString(),
    end_time: call.endedAt?.toISOString() ?? null,
    duration: Math.max(call.durationSeconds ?? 0, secondsBetween(dialledOn, call.endedAt)),
    connect_duration: call.durationSeconds ?? 0,
    from: { caller: call.from, connection: 'landline', country_code: 'US' },
    to: { callee: call.to, connection: 'mobile', country_code: 'US' },
    carrier_edge: carrierEdge(call, state),
    client_edge: null,
    sdk_edge: null,
    sip_edge: null,
    tags: [],
    attributes: { conference_participant: false },
    properties: {
      direction: call.direction,
      last_sip_response_num: call.ending?.sipCode ?? null,
      queue_time: 0,
    },
    trust: null,
    annotation: null,
    url: `${baseUrl}/v1/Voice/${call.sid}/Summary`,
  };
}

/** The gateway to the telephone network; where no sound went through, nothing was measured. */
function carrierEdge(call: CarrierCall, state: ProcessingState) {
  const packets = (call.durationSeconds ?? 0) * PACKETS_A_SECOND;
  const draw = seededDraw(`${call.sid}:sound`);
  const inbound = { ...sound(packets, draw), packets_received: packets };
  const outbound = { ...sound(packets, draw), packets_sent: packets };
  return {
    properties: {
      media_region: 'us1',
      signaling_region: 'us1',
      edge_location: 'ashburn',
      direction: call.direction === 'inbound' ? 'inbound' : 'outbound',
    },
    metrics: packets === 0 ? null : { inbound, outbound: state === 'complete' ? outbound : null },
  };
}

function sound(packets: number, draw: Draw) {
  const lost = Math.round(packets * draw([0, 0.004]));
  const jitter = draw([0.3, 4]);
  const latency = draw([20, 60]);
  return {
    codec: 0,
    codec_name: 'pcmu',
    packets_lost: lost,
    packets_loss_percentage: packets === 0 ? 0 : (100 * lost) / packets,
    jitter: { avg: jitter, max: jitter * draw([2, 5]) },
    latency: { avg: latency, max: latency * draw([1, 2]) },
  };
}

const secondsBetween = (from: Date, to: Date | null): number =>
  to === null ? 0 : Math.round((to.getTime() - from.getTime()) / 1000);
