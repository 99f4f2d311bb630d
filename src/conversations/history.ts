import type { LlmMessage, LlmToolCall } from '../llm/llm.js';

/** What the agent said, as far as it was heard. */
interface Said {
  readonly forModel: string;
}

/** A tool call with its result, once there is one. */
export interface UsedTool {
  kind: 'tool';
  call: LlmToolCall;
  result: string | null;
}

type Item =
  | { kind: 'customer'; text: string }
  | { kind: 'agent'; speech: Said }
  | UsedTool
  /** Something that happened to the call, told to the model alone. */
  | { kind: 'note'; text: string };

/** A call of hours would not fit into a model's memory. */
const MOST_ITEMS = 200;

/** What the model is told in the customer's place, when it is to say the rest of what it was saying. */
const GO_ON = '[go on]';

/** Servers refuse a tool call without its result, also of one that a barge-in cut short. */
const CANCELLED = '{"cancelled":true}';

/**
 * What was said and done so far, for the model. What the agent says is looked at when the model is asked, so that it sees
 * what was heard, not what was sent.
 */
export class History {
  private items: Item[] = [];

  customer(text: string): void {
    this.items.push({ kind: 'customer', text });
  }

  agent(speech: Said): void {
    this.items.push({ kind: 'agent', speech });
  }

  /** The agent broke off, and nobody wants anything else. A model answers somebody, not itself. */
  goOn(): void {
    if (!this.awaitsAnswer) this.customer(GO_ON);
  }

  /** @returns where its result is to be put */
  tool(call: LlmToolCall, result: string | null = null): UsedTool {
    const tool: UsedTool = { kind: 'tool', call, result };
    this.items.push(tool);
    return tool;
  }

  note(text: string): void {
    this.items.push({ kind: 'note', text });
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** Whether the customer waits for an answer. */
  get awaitsAnswer(): boolean {
    const last = this.items.findLast((item) => item.kind !== 'agent' || item.speech.forModel !== '');
    return last?.kind === 'customer' || last?.kind === 'tool';
  }

  /** All of it, or the later part of a long call, after the instructions. */
  messages(instructions: string): LlmMessage[] {
    const messages: LlmMessage[] = [{ role: 'system', content: instructions }];
    for (const item of this.recent()) add(messages, item);
    return messages;
  }

  /** Begins with something the customer said, or it would begin in the middle of an exchange. */
  private recent(): Item[] {
    if (this.items.length <= MOST_ITEMS) return this.items;
    const items = this.items.slice(-MOST_ITEMS);
    return items.slice(
      Math.max(
        0,
        items.findIndex(({ kind }) => kind === 'customer'),
      ),
    );
  }
}

function add(messages: LlmMessage[], item: Item): void {
  if (item.kind === 'tool') addTool(messages, item);
  else if (item.kind === 'note') messages.push({ role: 'system', content: item.text });
  else addWords(messages, item.kind === 'customer' ? 'user' : 'assistant', wordsOf(item));
}

const wordsOf = (item: Extract<Item, { kind: 'customer' | 'agent' }>): string =>
  item.kind === 'customer' ? item.text : item.speech.forModel;

/** Words after words of the same side are one message: some servers insist on turns. */
function addWords(messages: LlmMessage[], role: 'user' | 'assistant', text: string): void {
  if (text === '') return;
  const last = messages.at(-1);
  const goesOn = last?.role === role && !('toolCalls' in last);
  if (goesOn && last.content !== null) last.content = `${last.content} ${text}`;
  else messages.push({ role, content: text });
}

/** The calls of one answer stand in one message, with the words that went with them, and their results after it. */
function addTool(messages: LlmMessage[], { call, result }: UsedTool): void {
  const asked = messages.findLast(({ role }) => role !== 'tool');
  if (asked?.role === 'assistant' && isOfThisAnswer(messages, asked))
    asked.toolCalls = [...(asked.toolCalls ?? []), call];
  else messages.push({ role: 'assistant', content: null, toolCalls: [call] });
  messages.push({ role: 'tool', toolCallId: call.id, content: result ?? CANCELLED });
}

/** The words came right before, or its first calls did. */
const isOfThisAnswer = (messages: readonly LlmMessage[], asked: LlmMessage): boolean =>
  messages.at(-1) === asked || messages.at(-1)?.role === 'tool';
