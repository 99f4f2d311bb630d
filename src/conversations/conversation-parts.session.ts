import type { CallBrief } from '../calls/call-brief.js';
import { renderGreeting } from '../calls/render-greeting.js';
import { Answering } from './answering.session.js';
import type { ConversationPast } from './conversation-past.js';
import type { ConversationPorts } from './conversation-ports.js';
import type { ConversationTimings } from './conversation-timings.js';
import { Ear, type EarListener } from './ear.session.js';
import { Endings } from './endings.session.js';
import { Farewell } from './farewell.session.js';
import { instructions } from './instructions.js';
import { InterruptionWatch } from './interruption-watch.session.js';
import { Mouth } from './mouth.session.js';
import { Notebook } from './notebook.js';
import { phrasesIn } from './phrases.js';
import { Quiet } from './quiet.session.js';
import type { ReplyEnd } from './reply.session.js';
import { steadyClock } from './timers.session.js';

/** What a conversation starts from. */
export interface ConversationStart {
  brief: CallBrief;
  ports: ConversationPorts;
  past: ConversationPast;
  timings: ConversationTimings;
}

/** What the parts of a conversation tell it. */
interface Conductor extends EarListener {
  /** Something has come to rest, or was decided. */
  settle(): void;
  /** An interruption after which nobody said anything. */
  noise(): void;
  answered(end: ReplyEnd, hasSpoken: boolean): void;
}

/** The parts of one conversation, put together. */
export class ConversationParts {
  readonly now = steadyClock();
  readonly notebook: Notebook;
  readonly mouth: Mouth;
  readonly quiet: Quiet;
  readonly ear: Ear;
  readonly interruption: InterruptionWatch;
  readonly answering: Answering;
  readonly farewell: Farewell;
  readonly endings: Endings;

  constructor(
    private readonly start: ConversationStart,
    private readonly conductor: Conductor,
  ) {
    const { now } = this;
    const { brief, ports, past, timings } = start;
    const { interruptible, language, silenceSeconds } = brief.agent.config;
    const { line } = ports;
    const { callId } = brief;
    const onSilence = (): void => conductor.settle();
    const notebook = new Notebook(past.turn, language);
    const mouth = new Mouth({ line, notebook, now, timings, interruptible, onSilence });
    const quiet = new Quiet(silenceSeconds * 1_000, now, (what) => this.endings.onSilence(what));
    this.notebook = notebook;
    this.mouth = mouth;
    this.quiet = quiet;
    this.ear = new Ear({ callId, mouth, quiet, notebook, now, keypadMs: timings.keypad }, conductor);
    this.interruption = new InterruptionWatch(notebook, timings.falseInterruption, () => conductor.noise());
    this.answering = this.answers();
    this.farewell = new Farewell(line, timings.closing);
    this.farewell.hasOptedOut = past.hasOptedOut;
    this.endings = this.reasonsToEnd();
  }

  /** Says something that the model is to know of. */
  say(words: string, interruptible?: boolean): void {
    this.start.past.history.agent(this.mouth.say(words, interruptible));
  }

  /** Nothing of it does anything any more. */
  close(): void {
    for (const part of [this.ear, this.quiet, this.endings, this.farewell]) part.close();
    this.answering.stop();
    this.interruption.end(null);
    this.mouth.close();
    const { tellsSpeaking } = this.mouth;
    const { roundTripMs } = this.ear;
    this.notebook.note({ kind: 'closed', at: this.now(), tellsSpeaking, roundTripMs });
  }

  private answers(): Answering {
    const { now, mouth, notebook } = this;
    const { brief, past, timings, ports } = this.start;
    const { mind, tools } = ports;
    const { history } = past;
    const { language, fallbackLine } = brief.agent.config;
    // A call that came in is answered by this very socket.
    const zero = brief.answeredAt?.getTime() ?? now();
    const work = { mind, tools, history, mouth, notebook, timings, now };
    return new Answering(
      {
        ...work,
        instructions: () => instructions(brief, new Date()),
        fallbackLine: renderGreeting(fallbackLine, brief.variables),
        and: phrasesIn(language).and,
        offset: () => now() - zero,
        optedOut: () => (this.farewell.hasOptedOut = true),
      },
      (end, hasSpoken) => this.conductor.answered(end, hasSpoken),
    );
  }

  private reasonsToEnd(): Endings {
    const { farewell, notebook, now } = this;
    const { brief, ports, past, timings } = this.start;
    const { journal } = ports;
    return new Endings({
      brief,
      farewell,
      notebook,
      journal,
      now,
      mayBeMachine: past.resumedAfter === null && brief.callType === 'outbound',
      toneMs: timings.tone,
      say: (words, interruptible) => this.say(words, interruptible),
      stopAnswering: () => this.answering.stop(),
      settle: () => this.conductor.settle(),
    });
  }
}
