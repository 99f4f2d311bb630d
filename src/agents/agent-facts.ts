import { nationalPhoneNumber } from '../common/phone-number.js';
import type { AgentConfig, BuiltinTool, HttpTool, PostCallAction, VoicemailRule } from './agent-config.js';

/** One of several things of a kind that an agent has, such as a tool. */
export interface FactItem {
  name: string;
  text: string;
}

/** Something that an agent is told, in words. */
export interface Fact {
  label: string;
  value: string | FactItem[];
}

export interface FactGroup {
  title: string;
  facts: Fact[];
}

/** What each built-in tool lets the agent do. */
const TOOL_WORDS: Record<BuiltinTool, string> = {
  end_call: 'End the call',
  transfer_call: 'Transfer the call',
  send_dtmf: 'Press keys',
  update_contact: 'Update the contact',
  add_tag: 'Tag the contact',
  opt_out: 'Put the number on the do-not-call list',
};

/** When an action after a call is done. */
const CONDITION_WORDS: Record<PostCallAction['when'], string> = {
  always: 'After every call',
  success: 'After a success',
  failure: 'After a failure',
};

const CRITERION_WORDS = { boolean: 'Yes or no', number: 'A number', text: 'A text' } as const;

/** What is told before any fact is: an agent's name stands beside its configuration. */
export interface Told {
  name: string;
  config: AgentConfig;
}

/** All that an agent is told, in the order of its pages. */
export const factsOf = ({ name, config }: Told): FactGroup[] => [
  {
    title: 'General',
    facts: [
      { label: 'Name', value: name },
      { label: 'Prompt', value: config.prompt },
      { label: 'Greeting', value: config.greeting },
      { label: 'Language', value: config.language },
      { label: 'Voice', value: config.voice ?? 'The carrier’s default' },
      { label: 'Expected words', value: config.hints.join(', ') },
      { label: 'Model', value: config.model ?? 'The default' },
      {
        label: 'Temperature',
        value: config.temperature === null ? 'The model’s own' : String(config.temperature),
      },
      { label: 'Fallback line', value: config.fallbackLine },
    ],
  },
  {
    title: 'Behaviour',
    facts: [
      { label: 'Interruptions', value: config.interruptible ? 'Allowed' : 'Not allowed' },
      { label: 'Silence', value: silenceWords(config.silenceSeconds) },
      { label: 'Ringing', value: `Given up after ${seconds(config.ringTimeoutSeconds)}` },
      { label: 'Call length', value: `At most ${seconds(config.maxDurationSeconds)}` },
      { label: 'Recording', value: config.record ? 'Recorded' : 'Not recorded' },
      { label: 'Voicemail', value: voicemailWords(config.voicemail) },
    ],
  },
  {
    title: 'Tools',
    facts: [
      { label: 'Built-in tools', value: config.tools.map((tool) => TOOL_WORDS[tool]).join(', ') },
      {
        label: 'Transfer destination',
        value: config.transferDestinations.map(({ name: to, phone, description }) => ({
          name: to,
          text: `${nationalPhoneNumber(phone)}\n${description}`,
        })),
      },
      { label: 'HTTP tool', value: config.httpTools.map(toolItem) },
    ],
  },
  {
    title: 'Analysis',
    facts: [
      {
        label: 'Success criterion',
        value: config.successCriteria.map(({ name: key, description, type }) => ({
          name: key,
          text: `${description}\n${CRITERION_WORDS[type]}`,
        })),
      },
      {
        label: 'Extraction',
        value: config.extractions.map(({ name: key, description, schema }) => ({
          name: key,
          text: `${description}\n${json(schema)}`,
        })),
      },
      { label: 'Post-call action', value: config.postCallActions.map(actionItem) },
    ],
  },
];

const seconds = (count: number): string =>
  count > 60 && count % 60 === 0 ? `${count / 60} minutes` : count === 1 ? '1 second' : `${count} seconds`;

const silenceWords = (count: number): string =>
  `Asks whether somebody is there after ${seconds(count)}, says goodbye after ${seconds(2 * count)}`;

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const voicemailWords = (rule: VoicemailRule): string =>
  rule.action === 'hang_up' ? 'Hang up' : `Leave a message: ${rule.message}`;

const toolItem = ({ name, description, url, parameters, timeoutSeconds }: HttpTool): FactItem => ({
  name,
  text: `${description}\nPOST ${url}, at most ${seconds(timeoutSeconds)}\n${json(parameters)}`,
});

const actionItem = (action: PostCallAction): FactItem => ({
  name: action.name,
  text: `${CONDITION_WORDS[action.when]}: ${actionWords(action)}`,
});

function actionWords(action: PostCallAction): string {
  if (action.type === 'add_tag') return `tag the contact ${action.tag}`;
  return action.type === 'add_note' ? `note ${action.body}` : `POST ${action.url}`;
}
