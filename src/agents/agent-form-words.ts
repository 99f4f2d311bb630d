import { askForTarget } from '../common/address-policy.js';

const ASKED_FOR: Readonly<Record<string, string>> = {
  name: 'Enter a name.',
  greeting: 'Enter the agent’s first words.',
  language: 'Enter a language tag such as en-US.',
  fallback_line: 'Enter what is said when the model is late.',
  silence_seconds: 'Enter a number of seconds from 3 to 120.',
  ring_timeout_seconds: 'Enter a number of seconds from 5 to 600.',
  max_duration_seconds: 'Enter a number of seconds from 10 to 14,400.',
  'voicemail.message': 'Enter the message that is left.',
  'http_tools[].name': 'Enter a name.',
  'http_tools[].description': 'Enter when the agent should use it.',
  'http_tools[].timeout_seconds': 'Enter a number of seconds from 1 to 20.',
  'transfer_destinations[].name': 'Enter a name.',
  'transfer_destinations[].phone': 'Enter a phone number.',
  'transfer_destinations[].description': 'Enter when the agent should use it.',
  'success_criteria[].name': 'Enter a name.',
  'success_criteria[].description': 'Enter a question.',
  'extractions[].name': 'Enter a name.',
  'extractions[].description': 'Enter what to look for.',
  'post_call_actions[].name': 'Enter a name.',
  'post_call_actions[].tag': 'Enter a tag.',
  'post_call_actions[].body': 'Enter a note.',
};

/** What an agent's form asks for where something has to be filled in and was not; a row's place is left out. */
export const askedFor = (allowPrivateTargets: boolean): Readonly<Record<string, string>> => ({
  ...ASKED_FOR,
  'http_tools[].url': askForTarget(allowPrivateTargets),
  'post_call_actions[].url': askForTarget(allowPrivateTargets),
});
