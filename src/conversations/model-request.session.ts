import { LlmFailure, type LlmToolCall } from '../llm/llm.js';
import type { Mind } from './conversation-ports.js';
import type { ConversationTimings } from './conversation-timings.js';
import type { History } from './history.js';
import type { Mouth } from './mouth.session.js';
import type { Notebook } from './notebook.js';
import type { Speech } from './playout.js';
import { SpeechText } from './speech-text.js';
import { Timers } from './timers.session.js';
import type { ToolBox } from './tool-box.js';

/** What a request to the model works with. */
export interface RequestPorts {
  mind: Mind;
  tools: ToolBox;
  history: History;
  mouth: Mouth;
  notebook: Notebook;
  timings: ConversationTimings;
  now: () => number;
  instructions: () => string;
  /** How `&` is said. */
  and: string;
}

/** One request to the model, spoken while the model still writes. */
export class ModelRequest {
  private readonly timers = new Timers<'late' | 'giveUp'>();
  /** Aborted with the answer, or when the model lets everybody wait too long for its first word. */
  private readonly patience = new AbortController();
  private isCancelled = false;
  /** What is said of its answer; null until it has a word. */
  speech: Speech | null = null;

  constructor(
    private readonly ports: RequestPorts,
    /** The model lets everybody wait. */
    private readonly onLate: () => void,
  ) {}

  /** Closes the model's stream at once; whatever still comes is nobody's. */
  cancel(): void {
    this.isCancelled = true;
    this.patience.abort();
    this.rest();
  }

  /** @returns the tools that the model wants; none when it was cancelled @throws LlmFailure */
  async run(): Promise<LlmToolCall[]> {
    const { firstToken, giveUp } = this.ports.timings;
    this.timers.set('late', firstToken, this.onLate);
    this.timers.set('giveUp', giveUp, () => this.patience.abort());
    try {
      return await this.listen();
    } catch (error) {
      throw this.patience.signal.aborted && !this.isCancelled ? tooLate() : error;
    } finally {
      this.rest();
    }
  }

  private async listen(): Promise<LlmToolCall[]> {
    const { history, notebook, mind, tools, instructions } = this.ports;
    const clean = new SpeechText(this.ports.and);
    const calls: LlmToolCall[] = [];
    const answers = this.stopwatch();
    const stream = mind.answer(history.messages(instructions()), tools.tools(), this.patience.signal);
    for await (const event of stream) {
      if (this.isCancelled) return [];
      if (event.type === 'text') {
        const words = clean.push(event.text);
        if (words.trim() !== '') answers(true);
        this.say(words);
      } else if (event.type === 'tool-call') {
        answers(false);
        calls.push(event.call);
      } else {
        notebook.counted(event.usage?.totalTokens ?? null);
      }
    }
    this.say(clean.end());
    return calls;
  }

  /** Runs until the model says its first word, or wants its first tool; then nobody needs to be patient any more. */
  private stopwatch(): (isSpoken: boolean) => void {
    const { now, notebook } = this.ports;
    const askedAt = now();
    let isRunning = true;
    return (isSpoken) => {
      if (!isRunning) return;
      isRunning = false;
      this.timers.clearAll();
      notebook.modelAnswered(now() - askedAt, isSpoken);
    };
  }

  /** What it says takes its place in what is said and what the model knows with its first word. */
  private say(words: string): void {
    if (this.isCancelled || (this.speech === null && words.trim() === '')) return;
    if (this.speech === null) {
      this.speech = this.ports.mouth.begin();
      this.ports.history.agent(this.speech);
    }
    this.ports.mouth.add(this.speech, words);
  }

  private rest(): void {
    this.timers.clearAll();
    if (this.speech) this.ports.mouth.end(this.speech);
  }
}

const tooLate = (): LlmFailure =>
  new LlmFailure('timeout', 'the model did not begin to answer in time', true);
