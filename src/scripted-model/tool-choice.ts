import type { AgentPrompt } from './agent-prompt.js';
import type { ChatRequest } from './chat-request.js';
import type { Dialogue } from './dialogue.js';
import type { Reply } from './reply.js';
import { ANYTHING_ELSE, GOODBYE } from './speech.js';
import { emailIn, gistOf, likeness, nameIn } from './words.js';

type Tool = ChatRequest['tools'][number]['function'];
type Schema = Record<string, unknown>;

const BUILT_IN = new Set(['end_call', 'transfer_call', 'send_dtmf', 'update_contact', 'add_tag', 'opt_out']);
const OPT_OUT =
  /\b(stop calling|do ?n[o']t call (me|us|again)|never call|remove (me|us|my number)|take (me|us) off|unsubscribe)\b/i;
const PERSON = /\b(real person|human|someone|somebody|person|agent|representative|operator|manager)\b/i;
const WANTS = /\b(speak|talk|transfer|connect|put me through|rather)\b/i;
const BYE = /\b(good-?bye|bye|that's all|talk to you later|have to go)\b/i;

const SORRY =
  'I am sorry for the disturbance. Your number is off our list now, and we will not call again. Goodbye.';

/** What ends or leaves the conversation, with the words that go with it; null when it goes on. */
export function farewell({ heard, said }: Dialogue, tools: readonly Tool[]): Reply | null {
  const has = (name: string) => tools.find((tool) => tool.name === name);
  if (OPT_OUT.test(heard))
    return withTool(SORRY, has('opt_out'), { reason: heard }) ?? ending(SORRY, has('end_call'));
  if (PERSON.test(heard) && WANTS.test(heard)) return handOver(heard, has('transfer_call'));
  if (!BYE.test(heard)) return null;
  return ending(BYE.test(said.at(-1) ?? '') ? 'Goodbye!' : GOODBYE, has('end_call'));
}

const withTool = (text: string, tool: Tool | undefined, args: object): Reply | null =>
  tool ? { text, toolCalls: [{ name: tool.name, arguments: JSON.stringify(args) }] } : null;

const ending = (text: string, tool: Tool | undefined): Reply =>
  withTool(text, tool, { reason: 'both said goodbye' }) ?? { text, toolCalls: [] };

function handOver(heard: string, tool: Tool | undefined): Reply {
  const destinations = (propertiesOf(tool?.parameters).destination?.enum ?? []) as string[];
  const wanted = destinations.find((name) => heard.toLowerCase().includes(name.toLowerCase()));
  const args = { destination: wanted ?? destinations[0], reason: heard };
  const text = 'Of course. I will connect you with a colleague, one moment please.';
  const alone = {
    text: 'I am afraid nobody is free right now. A colleague will call you back today.',
    toolCalls: [],
  };
  return withTool(text, tool, args) ?? alone;
}

/** What is to be done before the agent speaks, each once. */
export function dueCall(dialogue: Dialogue, prompt: AgentPrompt, tools: readonly Tool[]) {
  const wanted = tools.flatMap((tool) => {
    const args = argumentsFor(tool, dialogue, prompt);
    return args === null ? [] : [{ name: tool.name, arguments: JSON.stringify(args) }];
  });
  return wanted.find(
    (call) => !dialogue.calls.some((done) => done.name === call.name && done.arguments === call.arguments),
  );
}

function argumentsFor(tool: Tool, { heard, said, calls }: Dialogue, prompt: AgentPrompt): object | null {
  if (tool.name === 'update_contact') return factsIn(heard);
  if (tool.name === 'add_tag') {
    const isThrough =
      prompt.questions.length > 0 && said.some((text) => text.includes(prompt.questions.at(-1) ?? ''));
    return isThrough && prompt.tag !== null ? { tag: prompt.tag } : null;
  }
  if (BUILT_IN.has(tool.name) || heard.includes(ANYTHING_ELSE)) return null;
  const isAbout =
    likeness(gistOf(heard), gistOf(`${tool.name.replaceAll('_', ' ')} ${tool.description}`)) >= 2;
  return isAbout && !calls.some(({ name }) => name === tool.name) ? filled(tool.parameters, heard) : null;
}

function factsIn(heard: string): object | null {
  const email = emailIn(heard);
  const name = nameIn(heard);
  if (email === null && name === null) return null;
  return { first_name: name?.first ?? null, last_name: name?.last ?? null, email, company: null };
}

/** Something for every property that a tool requires, taken out of what was said. */
function filled(parameters: Schema, heard: string): object {
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const properties = Object.entries(propertiesOf(parameters)).filter(([name]) => required.includes(name));
  return Object.fromEntries(properties.map(([name, schema]) => [name, valueFor(schema, heard)]));
}

function valueFor(schema: Schema, heard: string): unknown {
  if (Array.isArray(schema.enum)) {
    const said = schema.enum.find((one) => heard.toLowerCase().includes(String(one).toLowerCase()));
    return said ?? schema.enum[0];
  }
  const types = new Set([schema.type].flat());
  if (types.has('integer') || types.has('number')) return Number(/\d+/.exec(heard)?.[0] ?? 1);
  if (types.has('boolean')) return true;
  if (types.has('array')) return [];
  return types.has('object') ? {} : (emailIn(heard) ?? heard);
}

function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  const properties = schema?.properties;
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, Schema>) : {};
}
