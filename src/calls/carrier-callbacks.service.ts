import { Inject, Injectable } from '@nestjs/common';
import { isUuid } from '../common/readings.js';
import type { Tx } from '../database/sql.client.js';
import { callbackRefused, type SignedCallback } from '../telephony/carrier-callback.guard.js';
import { CARRIER, type Carrier } from '../telephony/carrier.js';
import type { CallbackParams, CarrierEvent } from '../telephony/carrier-events.js';
import type { CallbackTarget } from './callback-path.js';
import { CallRecords, type HeldCall } from './call-records.repository.js';
import { CallTokens } from './call-tokens.service.js';
import type { CallbackKind } from './carrier-facts.js';
import { CarrierWords } from './carrier-words.service.js';
import { DialOutcomes } from './dial-outcomes.service.js';

/** A callback's parameters as what they tell. */
const READERS = {
  status: (carrier: Carrier, params: CallbackParams) => carrier.parseStatus(params),
  voicemail: (carrier: Carrier, params: CallbackParams) => carrier.parseVoicemail(params),
  recording: (carrier: Carrier, params: CallbackParams) => carrier.parseRecording(params),
  answer: (carrier: Carrier, params: CallbackParams) => carrier.parseAnswer(params),
  'relay-ended': (carrier: Carrier, params: CallbackParams) => carrier.parseRelayEnded(params),
  'transfer-ended': (carrier: Carrier, params: CallbackParams) => carrier.parseTransferEnded(params),
} satisfies Record<CallbackKind, (carrier: Carrier, params: CallbackParams) => CarrierEvent>;

type EventOf<Kind extends CallbackKind> = ReturnType<(typeof READERS)[Kind]>;

/** Takes the callbacks of calls. */
@Injectable()
export class CarrierCallbacks {
  constructor(
    private readonly records: CallRecords,
    private readonly outcomes: DialOutcomes,
    private readonly words: CarrierWords,
    private readonly tokens: CallTokens,
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /**
   * Keeps a signed callback and moves the call forward, in one transaction; what came before changes nothing. If the
   * carrier asks a question, `reply` answers it from the call as it is then.
   * @throws Forbidden when the address names no call of ours, or the callback speaks of another call
   */
  async take<Kind extends CallbackKind, Reply = void>(
    kind: Kind,
    target: CallbackTarget,
    { said: params, by }: SignedCallback,
    reply?: (tx: Tx, held: HeldCall, event: EventOf<Kind>) => Promise<Reply>,
  ): Promise<Reply | undefined> {
    const event = READERS[kind](this.carrier, params) as EventOf<Kind>;
    const { org, callId } = target;
    if (!isUuid(org) || !isUuid(callId)) throw callbackRefused();
    const taken = await this.records.holding(org, callId, async (tx, held) => {
      // An account speaks of its own calls only.
      const isItsCall = by.includes(held.row.carrierAccountId);
      if (!isItsCall || !(await this.isOurs(tx, held, target, event.carrierCallId))) throw callbackRefused();
      const { dedupeKey, raw } = event;
      await this.words.hear(tx, held, { kind, dedupeKey: `${kind}:${dedupeKey}`, payload: raw });
      return { reply: await reply?.(tx, held, event) };
    });
    if (!taken) throw callbackRefused();
    return taken.reply;
  }

  /** Whether the token of the address and the carrier's id belong to this call. */
  private async isOurs(
    tx: Tx,
    held: HeldCall,
    { org, callId, token }: CallbackTarget,
    carrierCallId: string,
  ): Promise<boolean> {
    if (held.row.callType === 'outbound') return this.outcomes.claim(tx, held, token, carrierCallId);
    return this.tokens.verify(token, org, callId) && held.row.carrierCallId === carrierCallId;
  }
}
