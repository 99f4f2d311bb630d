import type { CallBrief } from '../calls/call-brief.js';
import type { RelayInFrame } from '../telephony/relay-frames.js';
import type { ConversationPast } from './conversation-past.js';
import type { Line, Mind } from './conversation-ports.js';
import type { ConversationTimings } from './conversation-timings.js';
import type { ConversationWriter, SessionKey } from './conversation-writer.service.js';
import { ConversationSession } from './conversation.session.js';
import { SessionJournal } from './session-journal.session.js';
import type { ToolBox } from './tool-box.js';

interface LiveParts {
  key: SessionKey;
  line: Line;
  writer: ConversationWriter;
  mind: Mind;
  tools: ToolBox;
  timings: ConversationTimings;
}

/** What the records say of a call while it is talked to. */
export interface CallNews {
  endRequested: boolean;
  wentToVoicemail: boolean;
  /** It has reached a final status. */
  isOver: boolean;
}

/** A conversation with the line it is held on and the place where it is written down. */
export class LiveConversation {
  readonly key: SessionKey;
  private readonly session: ConversationSession;
  private readonly journal: SessionJournal;

  constructor(
    brief: CallBrief,
    past: ConversationPast,
    private readonly parts: LiveParts,
  ) {
    const { key, line, writer, mind, tools, timings } = parts;
    this.key = key;
    const zero = brief.answeredAt?.getTime() ?? Date.now();
    this.journal = new SessionJournal(writer, key, zero, () => line.close('over'));
    const ports = { line, mind, tools, journal: this.journal };
    this.session = new ConversationSession({ brief, ports, past, timings });
  }

  start(): void {
    this.session.start();
  }

  receive(frame: RelayInFrame): void {
    this.session.receive(frame);
  }

  hangUp(): void {
    this.parts.line.close('over');
  }

  learn(news: CallNews): void {
    if (news.isOver) this.hangUp();
    else this.session.learn(news);
  }

  /** Finishes the turn that is going on; somebody else takes the conversation up. */
  drain(): void {
    this.session.drain();
  }

  takeLeave(): void {
    this.session.takeLeave();
  }

  /** At once, in the middle of whatever is being said. */
  handOver(): void {
    this.session.handOver();
  }

  async close(isOrderly: boolean): Promise<void> {
    const { entries, turns } = await this.session.close();
    await this.journal.close(this.session.outcome(isOrderly), entries, turns);
  }
}
