import { z } from 'zod';
import { distinct, list, OBJECT, reading, readParts } from '../common/body-rules.js';
import { compileSchema } from '../common/json-schema.js';
import { readInteger, readOneOf, readPhoneNumber, readText, type Reading } from '../common/readings.js';
import {
  ACTION_CONDITIONS,
  BUILTIN_TOOLS,
  CRITERION_TYPES,
  POST_CALL_ACTIONS,
  VOICEMAIL_ACTIONS,
  type HttpTool,
  type JsonSchema,
} from './agent-config.js';
import { LIMITS, TOOL_SECONDS_DEFAULT } from './agent-limits.js';

/** How the parts of an agent that are more than a text or a number are read: every issue names its own place. */

const KEY = /^[a-z][a-z0-9_]{0,63}$/;

/** A name that stands as a key in the model's requests and in the record. */
const readKey = (raw: unknown): Reading<string> =>
  typeof raw === 'string' && KEY.test(raw)
    ? { value: raw }
    : { issue: `must be 1 to ${LIMITS.name} of a-z, 0-9 and _, and begin with a letter` };

function readToolName(raw: unknown): Reading<string> {
  return BUILTIN_TOOLS.some((name) => name === raw)
    ? { issue: 'must not be the name of a built-in tool' }
    : readKey(raw);
}

function readSchema(raw: unknown): Reading<JsonSchema> {
  const compiled = compileSchema(raw);
  return 'problem' in compiled ? { issue: compiled.problem } : { value: raw as JsonSchema };
}

/** A model gives a tool's arguments as an object, each under its name. */
function readParameters(raw: unknown): Reading<JsonSchema> {
  const schema = readSchema(raw);
  return 'value' in schema && schema.value['type'] !== 'object'
    ? { issue: 'must be a JSON Schema of the type object' }
    : schema;
}

const key = reading(readKey);
const title = reading(readText({ max: LIMITS.name }));
const description = reading(readText({ max: LIMITS.description }));
/** Where it may lead is for the service to judge, which knows its settings. */
const url = reading(readText({ max: LIMITS.url }));
const schema = reading(readSchema);

const byName = distinct<{ name: string }>(({ name }) => name, 'name');

const httpTool = z
  .strictObject(
    {
      name: reading(readToolName),
      description,
      url,
      parameters: reading(readParameters),
      timeout_seconds: reading(readInteger(LIMITS.toolSeconds)).default(TOOL_SECONDS_DEFAULT),
    },
    OBJECT,
  )
  .transform(({ timeout_seconds, ...tool }): HttpTool => ({ ...tool, timeoutSeconds: timeout_seconds }));

const destination = z.strictObject({ name: title, phone: reading(readPhoneNumber), description }, OBJECT);

const criterion = z.strictObject(
  { name: key, description, type: reading(readOneOf(CRITERION_TYPES)) },
  OBJECT,
);

const extraction = z.strictObject({ name: key, description, schema }, OBJECT);

/** An object of one of several kinds, which its field of this name tells. */
const kindIssue = (kinds: readonly string[]) => ({
  error: ({ code }: { code: string }) =>
    code === 'invalid_type' ? OBJECT.error : `must be one of ${kinds.join(', ')}`,
});

const when = reading(readOneOf(ACTION_CONDITIONS)).default('always');

const postCallAction = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('add_tag'),
      name: title,
      tag: reading(readText({ max: LIMITS.tag })),
      when,
    }),
    z.strictObject({
      type: z.literal('add_note'),
      name: title,
      body: reading(readText({ max: LIMITS.note })),
      when,
    }),
    z.strictObject({ type: z.literal('http_request'), name: title, url, when }),
  ],
  kindIssue(POST_CALL_ACTIONS),
);

const voicemail = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('hang_up') }),
    z.strictObject({
      action: z.literal('leave_message'),
      message: reading(readText({ max: LIMITS.voicemail })),
    }),
  ],
  kindIssue(VOICEMAIL_ACTIONS),
);

export const readTools = readParts(
  'tools',
  list(reading(readOneOf(BUILTIN_TOOLS)), BUILTIN_TOOLS.length).superRefine(distinct((name) => name)),
);
export const readHttpTools = readParts('http_tools', list(httpTool, LIMITS.items).superRefine(byName));
export const readDestinations = readParts(
  'transfer_destinations',
  list(destination, LIMITS.destinations).superRefine(byName),
);
export const readVoicemail = readParts('voicemail', voicemail);
export const readCriteria = readParts('success_criteria', list(criterion, LIMITS.items).superRefine(byName));
export const readExtractions = readParts('extractions', list(extraction, LIMITS.items).superRefine(byName));
export const readPostCallActions = readParts(
  'post_call_actions',
  list(postCallAction, LIMITS.items).superRefine(byName),
);
