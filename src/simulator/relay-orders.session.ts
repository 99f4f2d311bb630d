import type { AgentVoice } from './agent-voice.session.js';
import { type ApplicationFrame, type CarrierFrame, malformed, readFrame } from './relay-frames.js';
import type { Input, RelayOrder } from './relay-order.js';
import { playingSeconds } from './speaking-time.js';

/** Malformed messages in a row that the carrier puts up with. */
const MOST_MALFORMED = 10;
/** A file that is played for ever is played this often. */
const FOR_EVER = 1000;

export interface OrdersListener {
  readonly send: (frame: CarrierFrame) => void;
  /** The application sent `end`. */
  readonly ends: (handoffData: string | undefined) => void;
  /** The application sent too much that makes no sense. */
  readonly isMalformed: () => void;
}

/** Carries out what the application sends. */
export class RelayOrders {
  /** The language that prompts are in. */
  language: string;
  private malformedInARow = 0;

  constructor(
    private readonly order: RelayOrder,
    private readonly voice: AgentVoice,
    private readonly listener: OrdersListener,
  ) {
    this.language = order.language;
  }

  receive(message: string): void {
    const frame = readFrame(message);
    if (frame !== undefined) {
      this.malformedInARow = 0;
      this.obey(frame);
      return;
    }
    this.listener.send(malformed(message));
    this.malformedInARow += 1;
    if (this.malformedInARow === MOST_MALFORMED) this.listener.isMalformed();
  }

  private obey(frame: ApplicationFrame): void {
    if (frame.type === 'text') {
      const { token, last, interruptible, preemptible } = frame;
      this.voice.say(token, last, { interruptible: this.interruptibleBy(interruptible), preemptible });
    } else if (frame.type === 'play') {
      const { loop, interruptible, preemptible } = frame;
      const seconds = playingSeconds(null) * (loop === 0 ? FOR_EVER : loop);
      this.voice.play({ text: '', seconds, interruptible: this.interruptibleBy(interruptible), preemptible });
    } else if (frame.type === 'sendDigits') {
      const { digits } = frame;
      const seconds = playingSeconds(digits);
      this.voice.play({ text: digits, seconds, interruptible: 'none', preemptible: false });
    } else if (frame.type === 'language') {
      this.language = frame.transcriptionLanguage ?? this.language;
    } else {
      this.listener.ends(frame.handoffData);
    }
  }

  private interruptibleBy(isInterruptible: boolean | undefined): Input {
    if (isInterruptible === undefined) return this.order.interruptible;
    return isInterruptible ? 'any' : 'none';
  }
}
