import type { Piece } from './agent-speech.js';
import { AgentVoice, type VoiceListener } from './agent-voice.session.js';
import type { CallSession } from './call.session.js';
import { ENDINGS } from './carrier-call.js';
import { CustomerEar } from './customer-ear.session.js';
import { type CustomerLine, note, TONE } from './customer-line.js';
import { CustomerMouth } from './customer-mouth.session.js';
import { COMPLETED, NO_SOCKET, type RelayEnd, SOCKET_ENDED } from './relay-end.js';
import { type CarrierFrame, info, setupFrame, strangeAfter } from './relay-frames.js';
import type { RelayOrder } from './relay-order.js';
import { type OrdersListener, RelayOrders } from './relay-orders.session.js';
import type { RelaySocket, SocketListener } from './relay-socket.client.js';
import { sidOf } from './seeded.js';
import { untilBroken, Waits } from './waits.service.js';

/** From `end` to the closed socket, simulated seconds. */
const END_SECONDS = 0.09;
/** What is remembered of a relay session. */
export interface RelayRecord {
  readonly sessionId: string;
  end: RelayEnd | null;
}

/** One ConversationRelay session: the socket to the application, the agent's voice, and the customer's ear and mouth. */
export class RelaySession {
  readonly sessionId: string;
  /** Resolves when the session is over. */
  readonly over: Promise<RelayEnd>;
  private readonly waits = new Waits();
  private readonly voice: AgentVoice;
  private readonly ear: CustomerEar;
  private readonly mouth: CustomerMouth;
  private readonly orders: RelayOrders;
  private readonly socket: RelaySocket;
  private readonly record: RelayRecord;
  private readonly isFirst: boolean;
  private settle: (end: RelayEnd) => void = () => undefined;
  private opened: number | undefined;
  private readonly isStrange: boolean;
  private hasBroken = false;

  constructor(
    private readonly session: CallSession,
    private readonly order: RelayOrder,
  ) {
    const { clock, knobs, relaySockets } = session.services;
    this.isFirst = session.relays.length === 0;
    this.sessionId = sidOf('VX', `${session.call.sid}:${session.relays.length}`);
    this.record = { sessionId: this.sessionId, end: null };
    session.relays.push(this.record);
    this.over = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.ear = new CustomerEar(clock, this.waits);
    this.voice = new AgentVoice(clock, this.waits, this.voiceListener());
    this.orders = new RelayOrders(order, this.voice, this.ordersListener());
    this.isStrange = knobs.take('strangeFrames');
    this.mouth = new CustomerMouth(order, this.voice, {
      clock,
      knobs,
      waits: this.waits,
      language: () => this.orders.language,
      send: (frame) => this.send(frame),
      durationsAsText: this.isStrange,
    });
    this.socket = relaySockets.connect(
      order.url,
      { inHalves: knobs.take('splitFrames') },
      this.socketListener(),
    );
  }

  /** Whole simulated seconds that the socket was open. */
  get seconds(): number {
    return this.opened === undefined ? 0 : Math.round(this.session.services.clock.seconds() - this.opened);
  }

  /** The call is over, or goes on elsewhere. */
  hangUp(): void {
    if (this.finish(COMPLETED)) this.socket.close(1000, 'Closing websocket session');
  }

  private voiceListener(): VoiceListener {
    return {
      speaks: () => this.agentSpeaks(),
      begins: (piece) => {
        this.ear.begins(piece);
        this.mouth.meetsAgent();
        this.breakSometimes(piece);
      },
      played: (text) => this.agentWasHeard(text),
      falls: () => this.agentFalls(),
    };
  }

  private ordersListener(): OrdersListener {
    return {
      send: (frame) => this.send(frame),
      ends: (handoffData) => this.session.services.tasks.add(untilBroken(this.end(handoffData))),
      isMalformed: () => {
        this.finish(SOCKET_ENDED);
        this.socket.close(1007, 'Too many consecutive malformed messages.');
      },
    };
  }

  private socketListener(): SocketListener {
    return {
      opened: () => this.setUp(),
      received: (message) => {
        if (!this.waits.areBroken) this.orders.receive(message);
      },
      closed: () => this.finish(this.opened === undefined ? NO_SOCKET : SOCKET_ENDED),
    };
  }

  private setUp(): void {
    if (this.waits.areBroken) return;
    const { call, services } = this.session;
    this.opened = services.clock.seconds();
    this.send(setupFrame(call, this.sessionId, { isFirst: this.isFirst, parameters: this.order.parameters }));
    this.session.reached('setup');
    if (this.order.events.debugging) this.send(info('roundTripDelayMs', '148'));
    if (this.order.greeting !== null) {
      this.voice.say(this.order.greeting, true, {
        interruptible: this.order.greetingInterruptible,
        preemptible: false,
      });
    }
    services.tasks.add(untilBroken(this.session.talk.customer(this.line())));
  }

  private line(): CustomerLine {
    const { session, ear, mouth, socket } = this;
    return {
      ear,
      sleep: (seconds) => session.services.clock.sleep(seconds, this.waits),
      say: async (text, { inTwoParts } = { inTwoParts: false }) => {
        await mouth.say(text, inTwoParts);
        note(session.talk.conversation, { who: 'customer', text });
        // What the agent said meanwhile was said to nobody.
        ear.take();
      },
      press: (digits) => mouth.press(digits),
      greet: async (speak) => {
        session.isGreeting = true;
        await speak().finally(() => (session.isGreeting = false));
        note(session.talk.conversation, { who: 'customer', text: TONE });
      },
      hangUp: () => session.end(ENDINGS.completed),
      dropSocket: () => socket.drop(),
      sendRaw: (frame) => socket.send(frame),
    };
  }

  /** What is still queued is never heard. */
  private async end(handoffData: string | undefined): Promise<void> {
    await this.session.services.clock.sleep(END_SECONDS, this.waits);
    if (this.finish({ status: 'ended', handoffData })) this.socket.close(1000, 'Closing websocket session');
  }

  private agentSpeaks(): void {
    this.ear.speaks();
    if (this.order.events.speaker) this.send(info('agentSpeaking', 'on'));
  }

  private agentWasHeard(text: string): void {
    if (text === '') return;
    this.ear.hears(text);
    note(this.session.talk.conversation, { who: 'agent', text });
    if (this.order.events.tokens) this.send(info('tokensPlayed', text));
  }

  private agentFalls(): void {
    if (this.order.events.speaker) this.send(info('agentSpeaking', 'off'));
    this.ear.falls();
  }

  private send(frame: CarrierFrame): void {
    this.socket.send(frame);
    if (this.isStrange) this.socket.send(strangeAfter(frame));
  }

  /** The knob `dropSocket`. */
  private breakSometimes({ seconds }: Piece): void {
    const { clock, knobs, tasks } = this.session.services;
    if (this.hasBroken || !this.mouth.hasSpoken || !knobs.take('dropSocket')) return;
    this.hasBroken = true;
    tasks.add(untilBroken(clock.sleep(seconds / 2, this.waits).then(() => this.socket.drop())));
  }

  /** The first end counts; whether this one was. */
  private finish(end: RelayEnd): boolean {
    if (this.record.end !== null) return false;
    this.record.end = end;
    this.waits.breakOff();
    this.settle(end);
    return true;
  }
}
