import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { Carriers } from '../telephony/carriers.service.js';
import { callbackPath } from './callback-path.js';
import { CallTokens } from './call-tokens.service.js';

/** The socket of a call that comes in may open a moment before the carrier counts the call as answered. */
const TRIES = 5;
const PAUSE_MS = 500;

/** A call that came in, as the carrier and its account have it. */
interface RecordedCall {
  org: OrganizationId;
  callId: string;
  carrierCallId: string;
  carrierAccountId: string | null;
}

/** Starts the recordings of calls that came in; a call that we place is recorded by the request that dials it. */
@Injectable()
export class InboundRecordings implements BeforeApplicationShutdown {
  private readonly logger = new Logger('InboundRecordings');
  private readonly stopping = new AbortController();

  constructor(
    private readonly tokens: CallTokens,
    private readonly carriers: Carriers,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Nobody waits for it, and a call goes on without. */
  begin(call: RecordedCall): void {
    this.start(call).catch(() => undefined);
  }

  private async start({ org, callId, carrierCallId, carrierAccountId }: RecordedCall): Promise<void> {
    const account = await this.carriers.of(org, carrierAccountId);
    const callback = callbackPath({ org, callId, token: this.tokens.of(org, callId) }, 'recording');
    for (let tries = 0; tries < TRIES; tries += 1) {
      if ((await account.startRecording(carrierCallId, callback)) === 'started') return;
      await delay(PAUSE_MS, undefined, { signal: this.stopping.signal });
    }
    this.logger.warn(`call ${callId} is not recorded: the carrier did not start it`);
  }
}
