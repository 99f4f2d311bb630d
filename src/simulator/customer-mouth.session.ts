import type { AgentVoice } from './agent-voice.session.js';
import type { Clock } from './clock.service.js';
import type { KnobBoard } from './knobs.js';
import { type CarrierFrame, info, prompt } from './relay-frames.js';
import { allows, type RelayOrder } from './relay-order.js';
import { speakingSeconds } from './speaking-time.js';
import type { Waits } from './waits.service.js';

/** Speech of this length is taken for an interruption, simulated seconds. */
const BREAK_IN_SECONDS = 0.2;
/** From one key to the next. */
const KEY_SECONDS = 0.3;
/** Breath between the two parts of an utterance that is taken for two. */
const BREATH_SECONDS = 0.3;

/** Sounds of listening, which `ignoreBackchannel` overhears. */
const BACKCHANNEL = /^\W*(uh[- ]?huh|mm+[- ]?hmm+|yeah|yep|okay|ok|right|sure|i see|got it)\W*$/i;

export interface MouthServices {
  readonly clock: Clock;
  readonly knobs: KnobBoard;
  readonly waits: Waits;
  readonly language: () => string;
  readonly send: (frame: CarrierFrame) => void;
  /** Tells durations as text, as Twilio's documentation has it in one place. */
  readonly durationsAsText: boolean;
}

/** What the customer says and presses, as the carrier makes it out: frames, in the order that was recorded. */
export class CustomerMouth {
  /** Whether the carrier has told the application of an utterance. */
  hasSpoken = false;
  private readonly tellsPartially: boolean;
  /** The utterance under way, once it is long enough to break into the agent's speech. */
  private utterance: { readonly text: string; isReported: boolean } | undefined;

  constructor(
    private readonly order: RelayOrder,
    private readonly voice: AgentVoice,
    private readonly services: MouthServices,
  ) {
    this.tellsPartially = order.partialPrompts || services.knobs.take('partialPrompts');
  }

  async say(text: string, inTwoParts: boolean): Promise<void> {
    const words = text.split(' ');
    if (words.length < 2 || !(inTwoParts || this.services.knobs.take('splitUtterances')))
      return this.utter(text);
    const half = Math.ceil(words.length / 2);
    await this.utter(words.slice(0, half).join(' '));
    await this.sleep(BREATH_SECONDS);
    await this.utter(words.slice(half).join(' '));
  }

  async press(digits: string): Promise<void> {
    for (const digit of digits) {
      if (/[0-9*#]/.test(digit)) this.key(digit);
      await this.sleep(KEY_SECONDS);
    }
  }

  /** The agent begins a sentence: into which the customer speaks, if there is an utterance under way. */
  meetsAgent(): void {
    if (this.utterance) this.breakIn(this.utterance);
  }

  private key(digit: string): void {
    if (!this.order.dtmfDetection) return;
    const isReported = !this.voice.isSpeaking || this.interrupts('dtmf');
    if (isReported || allows(this.order.reportedInput, 'dtmf')) this.services.send({ type: 'dtmf', digit });
  }

  private async utter(text: string): Promise<void> {
    const seconds = speakingSeconds(text);
    const utterance = { text, isReported: true };
    this.tellSpeaking('on');
    await this.sleep(BREAK_IN_SECONDS);
    this.utterance = utterance;
    if (this.voice.isSpeaking) this.breakIn(utterance);
    await this.speakOn(utterance, Math.max(0, seconds - BREAK_IN_SECONDS));
    this.utterance = undefined;
    await this.sleep(this.order.speechTimeoutSeconds);
    this.tellSpeaking('off');
    if (!utterance.isReported) return;
    // What the application sent of a sentence before the interruption reached it is never spoken.
    if (!this.voice.isSpeaking) this.voice.discardUnfinished();
    this.hasSpoken = true;
    this.services.send(prompt(text, this.services.language(), true));
  }

  private async speakOn(utterance: { text: string; isReported: boolean }, seconds: number): Promise<void> {
    if (!this.tellsPartially) return this.sleep(seconds);
    for (const share of [1 / 3, 2 / 3]) {
      await this.sleep(seconds / 3);
      if (utterance.isReported) this.tellPartially(utterance.text, share);
    }
    return this.sleep(seconds / 3);
  }

  private tellPartially(text: string, share: number): void {
    const words = text.split(' ');
    const spoken = words.slice(0, Math.ceil(words.length * share)).join(' ');
    this.services.send(prompt(spoken, this.services.language(), false));
  }

  private breakIn(utterance: { readonly text: string; isReported: boolean }): void {
    const isIgnored = this.order.ignoreBackchannel && BACKCHANNEL.test(utterance.text);
    utterance.isReported =
      !isIgnored && (this.interrupts('speech') || allows(this.order.reportedInput, 'speech'));
  }

  /** Stops the agent if this kind of input may; whether it did. */
  private interrupts(kind: 'speech' | 'dtmf'): boolean {
    if (!this.voice.yieldsTo(kind)) return false;
    const { heard, milliseconds } = this.voice.cut();
    this.services.send({
      type: 'interrupt',
      utteranceUntilInterrupt: heard,
      durationUntilInterruptMs: this.services.durationsAsText ? String(milliseconds) : milliseconds,
    });
    this.voice.fall();
    return true;
  }

  private tellSpeaking(value: 'on' | 'off'): void {
    if (this.order.events.speaker) this.services.send(info('clientSpeaking', value));
  }

  private async sleep(seconds: number): Promise<void> {
    await this.services.clock.sleep(seconds, this.services.waits);
  }
}
