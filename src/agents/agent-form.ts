import { Form } from '../auth/form.js';
import type { FormProblem } from '../auth/shown-again.js';
import { BUILTIN_TOOLS, type BuiltinTool, DEFAULT_AGENT_CONFIG } from './agent-config.js';
import { isJsonField, linesOf, numberIn, rowsIn } from './agent-form-lists.js';
import { presentConfig } from './agent.presenter.js';
import type { Told } from './agent-facts.js';

/** The pages of an agent's form; each is saved by itself. */
export const SECTIONS = ['general', 'behaviour', 'tools', 'analysis'] as const;
export type Section = (typeof SECTIONS)[number];

/** The form of an agent as it is, every field named as the API names it. */
export function formOf({ name, config, version }: Told & { version: number }): Form {
  const { tools, hints, ...told } = presentConfig(config);
  const fields = Object.fromEntries(fieldsOf({ name, ...told }, ''));
  return Form.of({ ...fields, tools, hints: hints.join('\n'), version: String(version) });
}

/** The form of a new agent. */
export const newAgentForm = (): Form => formOf({ name: '', config: DEFAULT_AGENT_CONFIG, version: 0 });

/** Each text, number and truth that a value holds, by its path. */
function fieldsOf(value: unknown, name: string): [string, string][] {
  if (isJsonField(name)) return [[name, JSON.stringify(value, null, 2)]];
  if (Array.isArray(value)) return value.flatMap((item, place) => fieldsOf(item, `${name}[${place}]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) =>
      fieldsOf(part, name === '' ? key : `${name}.${key}`),
    );
  }
  if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]];
  return value === true ? [[name, 'on']] : [];
}

/** What was filled in, as the API takes it. */
export const SECTION_FIELDS: Record<Section, (form: Form) => Record<string, unknown>> = {
  general: (form) => ({
    name: form.text('name'),
    prompt: linesOf(form, 'prompt'),
    greeting: linesOf(form, 'greeting'),
    language: form.text('language'),
    voice: form.nullable('voice'),
    hints: linesOf(form, 'hints')
      .split('\n')
      .map((hint) => hint.trim())
      .filter(Boolean),
    model: form.nullable('model'),
    temperature: form.text('temperature') === '' ? null : numberIn(form, 'temperature'),
    fallback_line: linesOf(form, 'fallback_line'),
  }),
  behaviour: (form) => ({
    interruptible: form.checked('interruptible'),
    silence_seconds: numberIn(form, 'silence_seconds'),
    ring_timeout_seconds: numberIn(form, 'ring_timeout_seconds'),
    max_duration_seconds: numberIn(form, 'max_duration_seconds'),
    record: form.checked('record'),
    voicemail:
      form.text('voicemail.action') === 'leave_message'
        ? { action: 'leave_message', message: linesOf(form, 'voicemail.message') }
        : { action: form.text('voicemail.action') },
  }),
  tools: (form) => ({
    // In the order that they have already: a form that was not changed changes nothing.
    tools: form.all('tools'),
    transfer_destinations: rowsIn(form, 'transfer_destinations'),
    http_tools: rowsIn(form, 'http_tools'),
  }),
  analysis: (form) => ({
    success_criteria: rowsIn(form, 'success_criteria'),
    extractions: rowsIn(form, 'extractions'),
    post_call_actions: rowsIn(form, 'post_call_actions'),
  }),
};

/** The built-in tools as a form lists them: those that are ticked keep their order. */
export const toolOrder = (form: Form): BuiltinTool[] => {
  const place = (tool: BuiltinTool) => form.all('tools').indexOf(tool) >>> 0;
  return BUILTIN_TOOLS.toSorted((a, b) => place(a) - place(b));
};

/** Says of what is no JSON where it ceases to be. */
export const explainJson =
  (form: Form) =>
  (problem: FormProblem): FormProblem => {
    if (problem.field === null || !isJsonField(problem.field)) return problem;
    try {
      JSON.parse(form.raw(problem.field));
      return problem;
    } catch (error) {
      return { ...problem, text: `Must be JSON: ${error instanceof Error ? error.message : 'it is not'}.` };
    }
  };
