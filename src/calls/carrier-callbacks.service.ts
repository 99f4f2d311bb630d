import { Inject, Injectable } from '@nestjs/common';
import { isUuid } from '../common/readings.js';
import { callbackRefused } from '../telephony/carrier-callback.guard.js';
import { CARRIER, type Carrier } from '../telephony/carrier.js';
import type { CallbackParams, CarrierEvent } from '../telephony/carrier-events.js';
import type { CallbackTarget } from './callback-path.js';
import { CallRecords, type HeldCall } from './call-records.repository.js';
import type { CallbackKind } from './carrier-facts.js';
import { CarrierWords } from './carrier-words.service.js';
import { DialOutcomes } from './dial-outcomes.service.js';

/** A callback's parameters as what they tell. */
const READERS: Record<CallbackKind, (carrier: Carrier, params: CallbackParams) => CarrierEvent> = {
  status: (carrier, params) => carrier.parseStatus(params),
  voicemail: (carrier, params) => carrier.parseVoicemail(params),
  recording: (carrier, params) => carrier.parseRecording(params),
  answer: (carrier, params) => carrier.parseAnswer(params),
  spoken: (carrier, params) => carrier.parseAnswer(params),
};

/** Takes the callbacks of calls that we placed. */
@Injectable()
export class CarrierCallbacks {
  constructor(
    private readonly records: CallRecords,
    private readonly outcomes: DialOutcomes,
    private readonly words: CarrierWords,
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /**
   * Keeps a signed callback and moves the call forward, in one transaction; what came before changes nothing.
   * @returns the call as it is then
   * @throws Forbidden when the address names no attempt of ours, or the callback speaks of another call
   */
  async take(kind: CallbackKind, target: CallbackTarget, params: CallbackParams): Promise<HeldCall> {
    const { carrierCallId, dedupeKey, raw } = READERS[kind](this.carrier, params);
    const { org, callId, token } = target;
    if (!isUuid(org) || !isUuid(callId)) throw callbackRefused();
    const held = await this.records.holding(org, callId, async (tx, held) => {
      if (!(await this.outcomes.claim(tx, held, token, carrierCallId))) throw callbackRefused();
      await this.words.hear(tx, held, { kind, dedupeKey: `${kind}:${dedupeKey}`, payload: raw });
      return held;
    });
    if (!held) throw callbackRefused();
    return held;
  }
}
