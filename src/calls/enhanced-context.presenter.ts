type Facts = Readonly<Record<string, unknown>>;

/** What is known about a call beyond its light payload, as `CONTEXT_FACTS` reads it. */
export interface ContextFacts {
  agent: Facts;
  contact: Facts | null;
  campaign: Facts;
  memory: Facts | null;
  variables: Facts | null;
  metadata: Facts | null;
  call_type: 'inbound' | 'outbound';
  carrier: string;
  carrier_call_id: string | null;
  customer_number: string | null;
  platform_number: string;
  created_at: string;
  dialed_at: string | null;
  ringing_at: string | null;
  answered_at: string | null;
  ended_at: string | null;
  answered_by: Facts | null;
  ended: Facts | null;
  recording: Facts | null;
  recording_available: boolean;
}

/** `enhanced_context`: who spoke, what was known and asked before, how the call went through the network. */
export const presentContext = (facts: ContextFacts): Facts => ({
  agent: facts.agent,
  contact: facts.contact,
  memory: shaped(facts.memory, ['previous_calls', 'last_call_id', 'last_call_at', 'brief']),
  // Nobody asks for an inbound call.
  request:
    facts.call_type === 'outbound' ? known({ variables: facts.variables, metadata: facts.metadata }) : null,
  campaign: known(facts.campaign),
  telephony: presentTelephony(facts),
  timing: presentTiming(facts),
  answered_by: shaped(facts.answered_by, ['result', 'method', 'detected_at_ms']),
  ended: shaped(facts.ended, ['by', 'category', 'retryable', 'carrier_code', 'sip_code', 'message']),
  recording: {
    available: facts.recording_available,
    ...shapeOf(facts.recording, ['channels', 'duration_ms']),
  },
});

function presentTelephony(facts: ContextFacts): Facts {
  const { customer_number: customer, platform_number: ours } = facts;
  const [called, calling] = facts.call_type === 'inbound' ? [ours, customer] : [customer, ours];
  return {
    carrier: facts.carrier,
    carrier_call_id: facts.carrier_call_id,
    called_number: called,
    calling_number: calling,
  };
}

/** It rings until somebody answers or the call ends. */
function presentTiming({ created_at, dialed_at, ringing_at, answered_at, ended_at }: ContextFacts): Facts {
  const rangUntil = answered_at ?? ended_at;
  const rang = ringing_at !== null && rangUntil !== null;
  return {
    created_at,
    dialed_at,
    ringing_at,
    answered_at,
    ring_ms: rang ? Math.max(0, Date.parse(rangUntil) - Date.parse(ringing_at)) : null,
  };
}

/** The named keys of what is stored, every one of them present. */
const shapeOf = (stored: Facts | null, keys: readonly string[]): Facts =>
  Object.fromEntries(keys.map((key) => [key, stored?.[key] ?? null]));

/** Null for an object of which nothing is known. */
const known = (object: Facts): Facts | null =>
  Object.values(object).some((value) => value !== null) ? object : null;

const shaped = (stored: Facts | null, keys: readonly string[]): Facts | null => known(shapeOf(stored, keys));
