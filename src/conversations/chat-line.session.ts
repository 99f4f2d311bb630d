import type { Handoff, RelayInFrame, RelayOutFrame } from '../telephony/relay-frames.js';
import type { Line } from './conversation-ports.js';

/** The line of somebody who reads: what is said on it is heard at once and to its end. */
export class ChatLine implements Line {
  /** Resolves with what the agent handed over with its end; with null when it only waits for the next words. */
  readonly over: Promise<Handoff | null>;
  private settle: (handoff: Handoff | null) => void = () => undefined;
  private text = '';
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly hear: (frame: RelayInFrame) => void,
    longestMs: number,
  ) {
    this.over = new Promise((resolve) => (this.settle = resolve));
    this.timer = setTimeout(() => this.close(), longestMs);
  }

  send(frame: RelayOutFrame): void {
    if (frame.type === 'end') {
      this.finish(JSON.parse(frame.handoffData ?? '{"reason":"end"}') as Handoff);
    } else if (frame.type === 'sendDigits') {
      this.play(frame.digits);
    } else {
      this.text += frame.token;
      if (frame.last) this.play(this.text);
    }
  }

  close(): void {
    this.finish(null);
  }

  /** As a carrier would tell, once what is being done now is done. */
  private play(text: string): void {
    this.text = '';
    setImmediate(() => {
      this.hear({ type: 'info', name: 'agentSpeaking', on: true });
      this.hear({ type: 'info', name: 'tokensPlayed', text });
      this.hear({ type: 'info', name: 'agentSpeaking', on: false });
    });
  }

  private finish(handoff: Handoff | null): void {
    clearTimeout(this.timer);
    this.settle(handoff);
  }
}
