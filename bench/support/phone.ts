import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { signature } from '../../src/simulator/signature.js';
import { type BenchCall, type HeardTurn, turnText } from '../talk-protocol.js';
import { now } from './clock.js';
import { ACCOUNT } from './product.js';

/** Words of an answer that a customer who breaks in lets pass. */
const WORDS_BEFORE_INTERRUPTION = 5;
/** The customer goes on after breaking in. */
const AFTER_INTERRUPTION_MS = 300;
/** Longer than any answer takes. */
const ANSWER_WITHIN_MS = 10_000;

interface TextFrame {
  type: string;
  token: string;
  last: boolean;
}

/** The carrier's end of one call: a customer who says something, listens, and sometimes breaks in. */
export class Phone {
  private turns = 0;
  private onText: (frame: TextFrame) => void = () => undefined;

  private constructor(
    private readonly socket: WebSocket,
    private readonly name: number,
  ) {
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as TextFrame;
      if (frame.type === 'text') this.onText(frame);
    });
  }

  /** Opens the socket as the carrier does. The agent's greeting is heard at once. */
  static async open({ url, callSid }: BenchCall, name: number): Promise<Phone> {
    const headers = { 'x-twilio-signature': signature(ACCOUNT.authToken, url, {}) };
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    const phone = new Phone(socket, name);
    await once(socket, 'open');
    phone.send({
      type: 'setup',
      sessionId: `VX${String(name).padStart(32, '0')}`,
      callSid,
      accountSid: ACCOUNT.accountSid,
      from: '+13125550199',
      to: '+13125550150',
      direction: 'outbound-api',
      customParameters: {},
    });
    phone.speak('Hello, this is Ava.');
    return phone;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** The customer says something, and listens or breaks in. */
  async turn(breaksIn: boolean): Promise<HeardTurn> {
    const id = `${this.name}-${++this.turns}`;
    this.info('clientSpeaking', 'on');
    this.info('clientSpeaking', 'off');
    const turn: HeardTurn = { id, said: now(), firstText: null, interrupted: null };
    this.send({ type: 'prompt', voicePrompt: turnText(id), lang: 'en-US', last: true });
    await Promise.race([this.listen(turn, breaksIn), wait(ANSWER_WITHIN_MS, null, { ref: false })]);
    if (turn.interrupted !== null) await wait(AFTER_INTERRUPTION_MS);
    return turn;
  }

  async hangUp(): Promise<void> {
    if (!this.isOpen) return;
    this.socket.close(1000);
    await once(this.socket, 'close');
  }

  private listen(turn: HeardTurn, breaksIn: boolean): Promise<void> {
    let words = 0;
    let heard = '';
    return new Promise((resolve) => {
      this.onText = ({ token, last }) => {
        turn.firstText ??= now();
        heard += token;
        words += 1;
        const isCut = breaksIn && words === WORDS_BEFORE_INTERRUPTION;
        if (!isCut && !last) return;
        this.onText = () => undefined;
        if (isCut) turn.interrupted = this.interrupt(heard);
        else this.speak(heard);
        resolve();
      };
    });
  }

  private interrupt(heard: string): number {
    this.info('agentSpeaking', 'on');
    this.info('clientSpeaking', 'on');
    this.info('tokensPlayed', heard);
    const at = now();
    this.send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs: 400 });
    this.info('agentSpeaking', 'off');
    return at;
  }

  /** What the agent said is played. */
  private speak(text: string): void {
    this.info('agentSpeaking', 'on');
    this.info('tokensPlayed', text);
    this.info('agentSpeaking', 'off');
  }

  private info(name: string, value: string): void {
    this.send({ type: 'info', name, value });
  }

  private send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }
}
