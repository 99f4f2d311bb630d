import { once } from 'node:events';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { eventually } from '../support/eventually.js';

type Frame = Record<string, unknown>;

/** A carrier's end of one relay socket, in the hands of a test: it plays what it is told, as it is told. */
export class Phone {
  /** Everything that came from the service. */
  readonly frames: Frame[] = [];
  closed: { code: number; reason: string } | null = null;
  /** Frames that the test has looked at. */
  private read = 0;

  private constructor(
    private readonly socket: WebSocket,
    private readonly ids: { callSid: string; accountSid: string },
  ) {
    socket.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as Frame));
    socket.on('close', (code, reason) => (this.closed = { code, reason: reason.toString() }));
    socket.on('error', () => undefined);
  }

  /** Opens the socket as the carrier does: signed over the very address. */
  static async open(
    url: string,
    ids: { callSid: string; accountSid: string; token: string },
  ): Promise<Phone> {
    const socket = new WebSocket(url, {
      headers: { 'x-twilio-signature': getExpectedTwilioSignature(ids.token, url, {}) },
    });
    const phone = new Phone(socket, ids);
    await once(socket, 'open');
    return phone;
  }

  /** The first frame. */
  setUp(more: Frame = {}): this {
    return this.send({
      type: 'setup',
      sessionId: `VX${Math.random()}`,
      from: '+13125550199',
      to: '+13125550150',
      direction: 'outbound-api',
      callType: 'PSTN',
      callStatus: 'IN_PROGRESS',
      customParameters: {},
      ...this.ids,
      ...more,
    });
  }

  send(frame: Frame | string): this {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    return this;
  }

  info(name: string, value: string): this {
    return this.send({ type: 'info', name, value });
  }

  /** The customer hears it all. */
  play(...pieces: string[]): this {
    this.info('agentSpeaking', 'on');
    for (const piece of pieces) this.info('tokensPlayed', piece);
    return this.info('agentSpeaking', 'off');
  }

  /** The customer hears so much, and breaks in; words come with `say`. */
  interrupt(heard: string): this {
    this.info('clientSpeaking', 'on').info('tokensPlayed', heard);
    this.send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs: '400' });
    return this.info('agentSpeaking', 'off');
  }

  /** The customer says something, in one go. */
  say(text: string): this {
    this.info('clientSpeaking', 'on').info('clientSpeaking', 'off');
    return this.prompt(text);
  }

  prompt(voicePrompt: string, last = true): this {
    return this.send({ type: 'prompt', voicePrompt, lang: 'en-US', last });
  }

  /** What the agent says next, once all of it was sent. */
  async hears(): Promise<string> {
    let text = '';
    return eventually(async () => {
      while (this.read < this.frames.length) {
        const frame = this.frames[this.read] as Frame;
        this.read += 1;
        if (frame['type'] !== 'text') continue;
        text += frame['token'] as string;
        if (frame['last'] === true) return text || false;
      }
      return false;
    });
  }

  /** The agent says something, and the customer hears it to its end. */
  async listens(): Promise<string> {
    const text = await this.hears();
    this.play(text);
    return text;
  }

  /** The first frame of this type that came, or comes. */
  async gets(type: string): Promise<Frame> {
    return eventually(async () => this.frames.find((frame) => frame['type'] === type));
  }

  /** What the service handed over with its `end`. */
  async handoff(): Promise<unknown> {
    const { handoffData } = await this.gets('end');
    return JSON.parse(handoffData as string);
  }

  /** The customer, or the carrier after an `end`, is gone. */
  async hangUp(): Promise<void> {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.close(1000, 'Closing websocket session');
    await this.isClosed();
  }

  async drop(): Promise<void> {
    this.socket.terminate();
    await this.isClosed();
  }

  isClosed(): Promise<{ code: number; reason: string }> {
    return eventually(async () => this.closed);
  }
}
