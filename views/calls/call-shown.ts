import type { CallStatus } from './words.js';

/** A call as its page shows it: what reading it with everything gives, as far as it is shown. */
export interface CallShown {
  id: string;
  agent_id: string;
  agent_name: string | null;
  contact_id: string | null;
  contact_first_name: string | null;
  contact_last_name: string | null;
  phone_number: string | null;
  call_type: 'inbound' | 'outbound';
  status: CallStatus;
  call_success: boolean | null;
  went_to_voicemail: boolean;
  call_duration: number | null;
  started_at: string;
  ended_at: string | null;
  ended_reason: string | null;
  call_description?: string | null;
  transcript_formatted?: readonly Utterance[];
  post_call_analysis?: Analysis | null;
  custom_analysis?: Readonly<Record<string, Criterion>> | null;
  structured_data_results?: Readonly<Record<string, Extracted>> | null;
  notes?: readonly Note[];
  action_executions?: readonly Action[];
  quality_metrics?: Quality | null;
  latency_metrics?: Latency | null;
  audio_metrics?: Audio | null;
  tool_usage?: readonly ToolUse[];
  enhanced_context?: Context | null;
}

export interface Utterance {
  index: number;
  speaker: string;
  speaker_label: string;
  text: string;
  start_ms: number | null;
  end_ms: number | null;
  interrupted: boolean;
  text_unspoken: string | null;
  tool_call_ids: readonly string[];
}

export interface Analysis {
  status: 'queued' | 'running' | 'completed' | 'skipped' | 'error';
  summary: string | null;
  success: { result: Verdict; score: number | null; rationale: string | null } | null;
  sentiment: { label: string | null; score: number | null } | null;
  topics: readonly string[];
  intent: string | null;
  next_steps: readonly string[];
  opt_out: boolean | null;
  callback_requested: boolean | null;
  evidence: readonly { quote: string; transcript_index: number | null }[];
  model: string | null;
  agent_version: number | null;
  error: string | null;
  analyzed_at: string | null;
}

export type Verdict = 'success' | 'failure' | 'unknown';

export interface Criterion {
  result: Verdict;
  value: unknown;
  rationale: string | null;
}

export interface Extracted {
  schema_version: number;
  status: 'valid' | 'invalid' | 'not_found' | 'skipped' | 'error';
  result: unknown;
  errors: readonly unknown[];
}

interface Note {
  body: string;
  source: 'request' | 'operator' | 'agent' | 'api';
  author: string | null;
  created_at: string;
}

export interface Action {
  name: string;
  type: string;
  trigger: 'in_call' | 'post_call' | 'manual';
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';
  attempt: number;
  request: unknown;
  response: unknown;
  error: string | null;
  duration_ms: number | null;
}

export interface ToolUse {
  tool_call_id: string;
  name: string;
  source: 'builtin' | 'http';
  arguments: unknown;
  result: unknown;
  status: 'succeeded' | 'failed' | 'timeout' | 'unresolved';
  error: string | null;
  offset_ms: number | null;
  latency_ms: number | null;
}

interface Quality {
  overall_score: number | null;
  issues: readonly string[];
  turn_count: number;
  agent_talk_ms: number | null;
  customer_talk_ms: number | null;
  silence_ms: number | null;
  longest_silence_ms: number | null;
  talk_ratio: number | null;
  customer_interruptions: number;
  agent_interruptions: number;
  false_interruptions: number;
  tool_calls: number;
  tool_failures: number;
  llm_tokens: number | null;
  estimated: boolean;
}

interface Stage {
  count: number;
  min: number;
  max: number;
  avg: number;
  p50: number;
  p90: number;
  p95: number;
}

export interface Latency {
  e2e: Stage | null;
  stt: Stage | null;
  llm: Stage | null;
  tts: Stage | null;
  tool: Stage | null;
  first_response_ms: number | null;
}

interface Stream {
  loss_pct: number | null;
  jitter_ms: number | null;
  mos: number | null;
}

export interface Audio {
  codec: string | null;
  inbound: Stream | null;
  outbound: Stream | null;
  rtt_ms: number | null;
  words_per_minute: number | null;
  source: 'carrier' | 'estimated';
}

interface Context {
  agent: { version: number | null };
  memory: { previous_calls: number | null; last_call_id: string | null; brief: string | null } | null;
  request: { variables: object | null; metadata: object | null } | null;
  campaign: { id: string | null; name: string | null } | null;
  telephony: {
    carrier: string;
    carrier_call_id: string | null;
  };
  timing: {
    dialed_at: string | null;
    ringing_at: string | null;
    answered_at: string | null;
    ring_ms: number | null;
  };
  answered_by: { result: string | null; method: string | null; detected_at_ms: number | null } | null;
  ended: {
    by: string | null;
    category: string | null;
    retryable: boolean | null;
    carrier_code: string | null;
    sip_code: number | null;
    message: string | null;
  } | null;
}
