import { Logger } from '@nestjs/common';
import type { RawData, WebSocket } from 'ws';
import type { CallBrief } from '../calls/call-brief.js';
import { readRelayFrame, type RelayInFrame, type RelayOutFrame } from '../telephony/relay-frames.js';
import type { Line } from './conversation-ports.js';
import type { Conversations } from './conversations.service.js';
import { FrameGauge } from './frame-gauge.js';
import type { LiveConversation } from './live-conversation.session.js';

/** Close codes of RFC 6455, section 7.4. */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const MALFORMED = 1007;
const REFUSED = 1008;
const FAULT = 1011;

/** After our close frame the other end has so long to answer with its own. */
const CLOSE_WITHIN_MS = 2_000;
/** What a carrier lets lie unread is not heard by anybody. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** One socket of the carrier's: what comes in is counted and read, and given to its conversation in order. */
export class RelaySocket implements Line {
  private readonly logger = new Logger('RelaySocket');
  private readonly gauge = new FrameGauge();
  private conversation: LiveConversation | null = null;
  /** Came in while the conversation was being opened. */
  private waiting: RelayInFrame[] = [];
  private hasSetup = false;
  private closedWith: number | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly brief: CallBrief,
    private readonly conversations: Conversations,
    /** The carrier's name of our account. */
    private readonly account: string,
  ) {}

  /** @param setupWithin milliseconds */
  listen(setupWithin: number): void {
    this.timer = setTimeout(() => this.refuse(REFUSED, 'no setup'), setupWithin);
    this.socket.on('message', (data, isBinary) => this.onMessage(data, isBinary));
    this.socket.on('close', (code) => this.onClose(code));
    // A frame that is too long or no UTF-8: ws closes the socket itself and says why.
    this.socket.on('error', () => undefined);
  }

  send(frame: RelayOutFrame): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_UNREAD_BYTES) this.socket.terminate();
    else this.socket.send(JSON.stringify(frame));
  }

  /** What is handed over is written down first: whoever goes on with it reads that. */
  close(reason: 'over' | 'drained'): void {
    if (reason === 'over' || !this.conversation) this.end(reason === 'over' ? NORMAL : GOING_AWAY, '');
    else void this.conversations.close(this.conversation, false).then(() => this.end(GOING_AWAY, ''));
  }

  private onMessage(data: RawData, isBinary: boolean): void {
    const frame = isBinary ? null : readRelayFrame(textOf(data));
    const verdict = this.gauge.count(frame !== null, performance.now());
    if (verdict === 'too-many-malformed') this.refuse(MALFORMED, 'Too many consecutive malformed messages.');
    else if (verdict === 'too-fast') this.refuse(REFUSED, 'too many frames');
    else if (frame) this.take(frame);
  }

  private take(frame: RelayInFrame): void {
    if (!this.hasSetup) this.begin(frame);
    else if (this.conversation) this.conversation.receive(frame);
    else this.waiting.push(frame);
  }

  private begin(frame: RelayInFrame): void {
    if (frame.type !== 'setup' || !this.isOurs(frame)) {
      this.refuse(REFUSED, frame.type === 'setup' ? 'not this call' : 'setup expected');
      return;
    }
    this.hasSetup = true;
    clearTimeout(this.timer);
    this.conversations.open(this.brief, frame.sessionId, this).then(
      (conversation) => this.opened(conversation),
      (error: unknown) => {
        this.logger.error(`the conversation of call ${this.brief.callId} did not begin: ${String(error)}`);
        this.end(FAULT, 'not now');
      },
    );
  }

  /** While our dial is being answered the carrier's id of the call may not be known yet. */
  private isOurs({ callSid, accountSid }: Extract<RelayInFrame, { type: 'setup' }>): boolean {
    const { carrierCallId } = this.brief;
    return accountSid === this.account && (carrierCallId === null || carrierCallId === callSid);
  }

  private opened(conversation: LiveConversation): void {
    this.conversation = conversation;
    conversation.start();
    for (const frame of this.waiting.splice(0)) conversation.receive(frame);
    if (this.closedWith !== null) void this.conversations.close(conversation, this.closedWith === NORMAL);
  }

  private onClose(code: number): void {
    clearTimeout(this.timer);
    this.closedWith = code;
    if (this.conversation) void this.conversations.close(this.conversation, code === NORMAL);
  }

  private refuse(code: number, reason: string): void {
    this.logger.warn(`the socket of call ${this.brief.callId} is closed: ${reason}`);
    this.end(code, reason);
  }

  private end(code: number, reason: string): void {
    clearTimeout(this.timer);
    if (this.closedWith !== null) return;
    this.socket.close(code, reason);
    this.timer = setTimeout(() => this.socket.terminate(), CLOSE_WITHIN_MS);
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
}
