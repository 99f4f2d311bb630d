import type { Entry, EventEntry, TurnEntry, UtteranceEntry } from './conversation-entries.js';
import type { TurnSummary } from './conversation-ports.js';
import type { VoiceSpan } from './customer-voice.js';
import type { Speech } from './playout.js';

/** When the steps of an answer happened, in epoch milliseconds. */
interface Marks {
  stoppedAt: number | null;
  promptAt: number;
  sentAt: number | null;
  heardAt: number | null;
  /** What the model took until its first word of the part of the answer that was heard first. */
  llm: number | null;
  /** Time in which we waited for others until something was said: the model, tools. */
  waited: number;
  tool: number | null;
  tokens: number | null;
}

/**
 * Watches a conversation and takes down what goes into the record, turn by turn. It decides nothing; leaving it out
 * would change no conversation.
 */
export class Notebook {
  private pending: Entry[] = [];
  private marks: Marks | null = null;
  private words: UtteranceEntry | null = null;
  /** When the customer was heard since the last words: of which turn that is, the next words tell. */
  private voice: { at: number; on: boolean }[] = [];

  /** @param turn the turn that is going on: 1 is the opening, each answer of the customer begins the next */
  constructor(
    public turn: number,
    private readonly language: string,
  ) {}

  note(entry: Entry): void {
    this.pending.push(entry);
  }

  event(
    at: number,
    type: EventEntry['type'],
    actor: EventEntry['actor'],
    data: EventEntry['data'] = null,
  ): void {
    this.note({ kind: 'event', at, turn: this.turn, type, actor, data });
  }

  /** The customer's voice is, or is no longer, heard. */
  customerSpeaks(on: boolean, at: number): void {
    this.voice.push({ at, on });
  }

  /** The customer said something: the next turn, unless it goes on with what was not answered yet. */
  customerSaid(text: string, span: VoiceSpan, promptAt: number): void {
    this.turn += 1;
    this.words = this.utterance('customer', text, { at: span.startedAt ?? promptAt, ...span });
    this.note(this.words);
    this.placeVoice();
    this.beginAnswer(span.endedAt, promptAt);
  }

  /** More of the same utterance. */
  customerWentOn(text: string, endedAt: number | null, promptAt: number): void {
    if (!this.words) return;
    this.words.text += ` ${text}`;
    this.words.endedAt = endedAt;
    this.placeVoice();
    this.beginAnswer(endedAt, promptAt);
  }

  /** Said without taking the floor. */
  customerMumbled(text: string, span: VoiceSpan, at: number): void {
    this.note(this.utterance('customer', text, { at: span.startedAt ?? at, ...span }));
    this.placeVoice();
  }

  /** What the customer heard of something that the agent said, now that no more will be heard. */
  agentSaid(speech: Speech): void {
    const { heard, unspoken, startedAt, endedAt, toolCallIds, turn, at, isKeys } = speech;
    if (heard === '' || isKeys) return;
    const utterance = this.utterance('agent', heard, { at: startedAt ?? at, startedAt, endedAt });
    this.note({ ...utterance, turn, unspoken, toolCallIds: [...toolCallIds] });
  }

  /** The model was asked, and took so long until its first word, or until it wanted a tool. */
  modelAnswered(tookMs: number, isSpoken: boolean): void {
    if (!this.marks || this.marks.sentAt !== null) return;
    this.marks.waited += tookMs;
    if (isSpoken) this.marks.llm = tookMs;
  }

  counted(tokens: number | null): void {
    if (this.marks && tokens !== null) this.marks.tokens = (this.marks.tokens ?? 0) + tokens;
  }

  toolTook(ms: number): void {
    if (!this.marks) return;
    this.marks.tool = (this.marks.tool ?? 0) + ms;
    if (this.marks.sentAt === null) this.marks.waited += ms;
  }

  sent(at: number): void {
    if (this.marks) this.marks.sentAt ??= at;
  }

  heard(at: number): void {
    if (this.marks && this.marks.sentAt !== null) this.marks.heardAt ??= at;
  }

  /** What was taken down since the last time. The turn counts as answered. */
  take(): { entries: Entry[]; turns: TurnSummary[] } {
    this.closeAnswer();
    const entries = this.pending.map(rounded);
    this.pending = [];
    return { entries, turns: summaries(entries) };
  }

  /** The line is gone. @returns what is left */
  close(): ReturnType<Notebook['take']> {
    this.placeVoice();
    return this.take();
  }

  private placeVoice(): void {
    for (const { at, on } of this.voice.splice(0))
      this.event(at, on ? 'customer.speech_started' : 'customer.speech_ended', 'customer');
  }

  private beginAnswer(stoppedAt: number | null, promptAt: number): void {
    const { tokens = null, tool = null } = this.marks ?? {};
    this.marks = {
      stoppedAt,
      promptAt,
      sentAt: null,
      heardAt: null,
      llm: null,
      waited: 0,
      tool,
      tokens,
    };
  }

  /** An answer that was called off before anything of it was heard has no times, but it has cost tokens. */
  private closeAnswer(): void {
    if (!this.marks) return;
    const { stoppedAt, promptAt, sentAt, heardAt, llm, waited, tool, tokens } = this.marks;
    this.note({
      kind: 'turn',
      at: promptAt,
      turn: this.turn,
      e2e: difference(heardAt, stoppedAt),
      stt: difference(promptAt, stoppedAt),
      llm: llm === null ? null : Math.round(llm),
      tts: difference(heardAt, sentAt),
      tool: tool === null ? null : Math.round(tool),
      own: sentAt === null ? null : Number(Math.max(0, sentAt - promptAt - waited).toFixed(1)),
      tokens,
    } satisfies TurnEntry);
    this.marks = null;
  }

  private utterance(
    speaker: UtteranceEntry['speaker'],
    text: string,
    times: Pick<UtteranceEntry, 'at' | 'startedAt' | 'endedAt'>,
  ): UtteranceEntry {
    return {
      kind: 'utterance',
      turn: this.turn,
      speaker,
      text,
      unspoken: null,
      language: this.language,
      toolCallIds: [],
      ...times,
    };
  }
}

const difference = (later: number | null, earlier: number | null): number | null =>
  later === null || earlier === null ? null : Math.max(0, Math.round(later - earlier));

/** Whole milliseconds are precise enough to be kept. */
function rounded(entry: Entry): Entry {
  const at = Math.round(entry.at);
  if (entry.kind !== 'utterance') return { ...entry, at };
  const { startedAt, endedAt } = entry;
  return {
    ...entry,
    at,
    startedAt: startedAt === null ? null : Math.round(startedAt),
    endedAt: endedAt === null ? null : Math.round(endedAt),
  };
}

/** One for each turn of which something was heard. */
function summaries(entries: readonly Entry[]): TurnSummary[] {
  const said = entries.filter((entry) => entry.kind === 'utterance');
  return [...new Set(said.map(({ turn }) => turn))].map((turn) => {
    const ofTurn = said.filter((one) => one.turn === turn);
    const textOf = (speaker: UtteranceEntry['speaker']): string | null =>
      ofTurn
        .filter((one) => one.speaker === speaker)
        .map(({ text }) => text)
        .join(' ') || null;
    return {
      turn,
      customerText: textOf('customer'),
      agentText: textOf('agent'),
      interrupted: ofTurn.some(({ unspoken }) => unspoken !== null),
    };
  });
}
