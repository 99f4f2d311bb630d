/** What an agent is told; every change makes a new, immutable version of it. */
export interface AgentConfig {
  /** Who it is and what it is to do; `{{first_name}}` and other variables are filled in. Empty: it only greets. */
  prompt: string;
  /** First words after the call is answered; `{{first_name}}` and other variables are filled in. */
  greeting: string;
  /** BCP 47 tag of the spoken language. */
  language: string;
  /** The carrier's name of a voice; null takes the carrier's default for the language. */
  voice: string | null;
  /** The model's name at its server; null takes the organization's, else the service's. */
  model: string | null;
  /** 0 to 2; null leaves it to the model. */
  temperature: number | null;
  /** Words that the transcriber should expect: names, products. */
  hints: string[];
  /** Whether the customer can break into what the agent says. */
  interruptible: boolean;
  /** Built-in tools that the model may use. */
  tools: BuiltinTool[];
  /** HTTP tools that the model may use. */
  httpTools: HttpTool[];
  /** The only numbers that a call can be transferred to. */
  transferDestinations: TransferDestination[];
  voicemail: VoicemailRule;
  /** Said once when the model is late or fails. */
  fallbackLine: string;
  /** Silence after which the agent asks whether somebody is there, in seconds; after as much again it says goodbye. */
  silenceSeconds: number;
  /** Records both sides from the answer on. */
  record: boolean;
  /** What is judged after the call, into `custom_analysis`. */
  successCriteria: SuccessCriterion[];
  /** What is read out of the call, into `structured_data_results`. */
  extractions: Extraction[];
  /** What is done after the analysis, in this order. */
  postCallActions: PostCallAction[];
  /** How long the customer's phone may ring, in seconds. */
  ringTimeoutSeconds: number;
  /** Longest call, in seconds from the answer. */
  maxDurationSeconds: number;
}

export const BUILTIN_TOOLS = [
  'end_call',
  'transfer_call',
  'send_dtmf',
  'update_contact',
  'add_tag',
  'opt_out',
] as const;
export type BuiltinTool = (typeof BUILTIN_TOOLS)[number];

/** A JSON Schema, draft 2020-12 or 07. */
export type JsonSchema = Record<string, unknown>;

/** A request to a system of the organization, made when the model asks for it. Signed; https and public addresses only. */
export interface HttpTool {
  /** `[a-z0-9_]`, at most 64; unlike every built-in tool's. */
  name: string;
  /** Tells the model when to use it. */
  description: string;
  url: string;
  /** Schema of the arguments: an object. */
  parameters: JsonSchema;
  timeoutSeconds: number;
}

export interface TransferDestination {
  /** What the model calls it, e.g. `sales`. */
  name: string;
  /** E.164. */
  phone: string;
  /** Tells the model when to use it. */
  description: string;
}

export const VOICEMAIL_ACTIONS = ['hang_up', 'leave_message'] as const;

/** What is done when a machine answers. */
export type VoicemailRule = { action: 'hang_up' } | { action: 'leave_message'; message: string };

export const CRITERION_TYPES = ['boolean', 'number', 'text'] as const;

export interface SuccessCriterion {
  /** Key in `custom_analysis`. */
  name: string;
  /** The question to be judged. */
  description: string;
  type: (typeof CRITERION_TYPES)[number];
}

export interface Extraction {
  /** Key in `structured_data_results`. */
  name: string;
  description: string;
  /** What the result must satisfy. */
  schema: JsonSchema;
}

export const POST_CALL_ACTIONS = ['add_tag', 'add_note', 'http_request'] as const;

/** Done once after each call that was connected and analysed. */
export type PostCallAction =
  | { type: 'add_tag'; name: string; tag: string; when: ActionCondition }
  | { type: 'add_note'; name: string; body: string; when: ActionCondition }
  | { type: 'http_request'; name: string; url: string; when: ActionCondition };

/** Told by the analysis: what the call came to. */
export const ACTION_CONDITIONS = ['always', 'success', 'failure'] as const;
export type ActionCondition = (typeof ACTION_CONDITIONS)[number];

/** What a new agent is told when only its name is given. */
export const DEFAULT_AGENT_CONFIG: AgentConfig = {
  prompt:
    'You are a friendly assistant on the telephone. Find out what the customer needs, help with it, and say goodbye.',
  greeting: 'Hello, thank you for taking the call. How can I help you?',
  language: 'en-US',
  voice: null,
  model: null,
  temperature: null,
  hints: [],
  interruptible: true,
  tools: ['end_call'],
  httpTools: [],
  transferDestinations: [],
  voicemail: { action: 'hang_up' },
  fallbackLine: 'Sorry, give me one moment.',
  silenceSeconds: 10,
  record: false,
  successCriteria: [],
  extractions: [],
  postCallActions: [],
  ringTimeoutSeconds: 45,
  maxDurationSeconds: 1_800,
};

/** A stored configuration with what it was written without: it may be older than a field. */
export const completeConfig = (stored: Partial<AgentConfig>): AgentConfig => ({
  ...DEFAULT_AGENT_CONFIG,
  ...stored,
});
