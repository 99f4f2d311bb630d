import { Logger } from '@nestjs/common';
import type { RelayInFrame } from '../telephony/relay-frames.js';
import { CustomerVoice, type VoiceSpan } from './customer-voice.js';
import { Keypad, keysAsText } from './keypad.js';
import type { Mouth } from './mouth.session.js';
import type { Notebook } from './notebook.js';
import type { Quiet } from './quiet.session.js';
import { Timers } from './timers.session.js';

type Frame<Type extends RelayInFrame['type']> = Extract<RelayInFrame, { type: Type }>;

/** Hears what the customer does. */
export interface EarListener {
  /** Something was said, or keyed in, to its end. `count` is its number on this line, from 1. */
  words(text: string, span: VoiceSpan, count: number): void;
  /** The customer's voice is, or is no longer, heard. */
  voice(on: boolean): void;
  /** The customer spoke into the agent's words; what for, words will tell. */
  breaksIn(frame: Frame<'interrupt'>): void;
}

interface EarPorts {
  callId: string;
  mouth: Mouth;
  quiet: Quiet;
  notebook: Notebook;
  now: () => number;
  /** Longest pause between two keys of one number. */
  keypadMs: number;
}

/** Makes out of the carrier's frames what the customer does, and lets the mouth know what was heard of it. */
export class Ear {
  private readonly logger = new Logger('Conversation');
  private readonly customer = new CustomerVoice();
  private readonly keypad: Keypad;
  private readonly timers = new Timers<'keypad'>();
  roundTripMs: number | null = null;

  constructor(
    private readonly ports: EarPorts,
    private readonly listener: EarListener,
  ) {
    this.keypad = new Keypad(ports.keypadMs);
  }

  get isCustomerSpeaking(): boolean {
    return this.customer.isSpeaking;
  }

  /** One frame, at once. */
  receive(frame: RelayInFrame): void {
    if (frame.type === 'prompt') this.onPrompt(frame);
    else if (frame.type === 'interrupt') this.listener.breaksIn(frame);
    else if (frame.type === 'info') this.onInfo(frame);
    else if (frame.type === 'dtmf') this.onKey(frame.digit);
    else if (frame.type === 'error') this.onComplaint(frame.description);
  }

  close(): void {
    this.timers.clearAll();
  }

  private onPrompt({ voicePrompt, last }: Frame<'prompt'>): void {
    this.ports.quiet.customerSounds();
    const text = voicePrompt.trim();
    if (last && text !== '') this.hear(text);
  }

  private onInfo(frame: Frame<'info'>): void {
    const { mouth, quiet } = this.ports;
    if (frame.name === 'clientSpeaking') {
      this.onVoice(frame.on);
    } else if (frame.name === 'roundTripDelayMs') {
      this.roundTripMs = frame.ms;
    } else if (frame.name === 'tokensPlayed') {
      mouth.played(frame.text);
    } else {
      if (frame.on) quiet.agentSounds();
      mouth.speaking(frame.on);
    }
  }

  private onVoice(on: boolean): void {
    const { notebook, quiet, now } = this.ports;
    const at = now();
    this.customer.speaking(on, at);
    notebook.customerSpeaks(on, at);
    quiet.customerSounds();
    this.listener.voice(on);
  }

  private onKey(digit: string): void {
    const { notebook, quiet, now, keypadMs } = this.ports;
    quiet.customerSounds();
    notebook.event(now(), 'dtmf', 'customer', { digit });
    const keys = this.keypad.press(digit, now());
    if (keys !== null) this.takeKeys(keys);
    else this.timers.set('keypad', keypadMs, () => this.takeKeys(this.keypad.take()));
  }

  private takeKeys(keys: string | null): void {
    this.timers.clear('keypad');
    if (keys !== null) this.hear(keysAsText(keys));
  }

  private hear(text: string): void {
    const span = this.customer.utterance();
    this.listener.words(text, span, this.customer.utterances);
  }

  private onComplaint(description: string): void {
    const { notebook, now, callId } = this.ports;
    // The description may repeat what was said.
    this.logger.warn(`the carrier did not understand a frame of call ${callId}`);
    const [reason = ''] = description.split(',');
    notebook.event(now(), 'error', 'carrier', { source: 'carrier', message: reason.slice(0, 200) });
  }
}
