import { Inject, Injectable } from '@nestjs/common';
import type { AgentConfig, TransferDestination } from '../agents/agent-config.js';
import type { Tx } from '../database/sql.client.js';
import { CARRIER, type CallDocument, type Carrier } from '../telephony/carrier.js';
import type { RelayEndedEvent, TransferEndedEvent } from '../telephony/carrier-events.js';
import { CallBriefs } from './call-brief.service.js';
import { CallMemories } from './call-memories.repository.js';
import { callbackPath, relayPath, type CallbackTarget } from './callback-path.js';
import type { HeldCall } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import { CarrierWords } from './carrier-words.service.js';
import { afterRelay, afterTransfer, type NextStep } from './next-document.js';
import { RelaySockets } from './relay-sockets.repository.js';
import { TransferRecords } from './transfer-records.service.js';

/** How long a person to whom a call is transferred may let it ring. */
const TRANSFER_RING_SECONDS = 25;

const NOT_AVAILABLE = 'Thank you for calling. Nobody can take your call right now. Please try again later.';

const APOLOGY = 'I am sorry, we have a technical problem. Please try again later. Goodbye.';

/** What the carrier is to do with a call, whenever it asks. The call is held by the transaction. */
@Injectable()
export class CallDocuments {
  constructor(
    private readonly briefs: CallBriefs,
    private readonly words: CarrierWords,
    private readonly sockets: RelaySockets,
    private readonly memories: CallMemories,
    private readonly transfers: TransferRecords,
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /** Somebody answered: the conversation begins, unless nobody wants it any more. */
  async onAnswer(tx: Tx, call: HeldCall, target: CallbackTarget): Promise<CallDocument> {
    return isUnwanted(call) ? this.carrier.renderHangUp() : this.converse(tx, call, target);
  }

  /**
   * Somebody calls us. One that we cannot take hears why, or the busy tone; nobody is charged for the latter.
   */
  async onInbound(tx: Tx, call: HeldCall, target: CallbackTarget): Promise<CallDocument> {
    switch (call.row.endedReason) {
      case 'agent-not-available':
        return this.carrier.renderFarewell({ text: NOT_AVAILABLE, ...speechOf(call.config) });
      case 'concurrency-limit-reached':
        return this.carrier.renderReject('busy');
      default:
        return isUnwanted(call) ? this.carrier.renderHangUp() : this.converse(tx, call, target);
    }
  }

  /** The conversation's socket is closed. */
  async onRelayEnded(
    tx: Tx,
    call: HeldCall,
    target: CallbackTarget,
    event: RelayEndedEvent,
  ): Promise<CallDocument> {
    const { relay } = await this.words.view(tx, call);
    const sockets = await this.sockets.all(tx, target.org, target.callId);
    const { transferDestinations: destinations } = call.config;
    const step = afterRelay(event, { destinations, sockets, failedIds: relay?.failedIds ?? [] });
    if (step.do === 'transfer' && !isUnwanted(call))
      await this.transfers.begin(tx, call, step.destination, event.sessionId);
    return this.follow(tx, call, target, step);
  }

  /** The second leg of a transfer is over, or did not come about. */
  async onTransferEnded(
    tx: Tx,
    call: HeldCall,
    target: CallbackTarget,
    event: TransferEndedEvent,
  ): Promise<CallDocument> {
    await this.transfers.end(tx, call, event);
    return this.follow(tx, call, target, afterTransfer(event));
  }

  private async follow(
    tx: Tx,
    call: HeldCall,
    target: CallbackTarget,
    step: NextStep,
  ): Promise<CallDocument> {
    if (isUnwanted(call)) return this.carrier.renderHangUp();
    switch (step.do) {
      case 'resume':
        return this.converse(tx, call, target);
      case 'transfer':
        return this.transfer(call, target, step.destination);
      case 'apologize':
        return this.carrier.renderFarewell({ text: APOLOGY, ...speechOf(call.config) });
      default:
        return this.carrier.renderHangUp();
    }
  }

  /** A socket for the conversation; it begins with the greeting, unless it has begun before. */
  private async converse(
    tx: Tx,
    { row, config, relay }: HeldCall,
    target: CallbackTarget,
  ): Promise<CallDocument> {
    if (relay.openedAt === null) await this.memories.recall(tx, row);
    const { greeting } = await this.briefs.of(tx, target.org, target.callId);
    const { language, voice, interruptible, hints } = config;
    return this.carrier.renderRelay({
      socket: relayPath(target),
      ended: callbackPath(target, 'relay-ended'),
      greeting: relay.openedAt === null ? greeting : null,
      language,
      voice,
      interruptible,
      hints,
      parameters: { callId: target.callId },
    });
  }

  private transfer(
    { row, config }: HeldCall,
    target: CallbackTarget,
    { phone }: TransferDestination,
  ): CallDocument {
    return this.carrier.renderTransfer({
      to: phone,
      callerId: row.platformNumber,
      ended: callbackPath(target, 'transfer-ended'),
      ringTimeoutSeconds: TRANSFER_RING_SECONDS,
      maxDurationSeconds: config.maxDurationSeconds,
    });
  }
}

const isUnwanted = ({ row }: HeldCall): boolean => isFinal(row.status) || row.endRequestedAt !== null;

const speechOf = ({ language, voice }: AgentConfig) => ({ language, ...(voice !== null && { voice }) });
