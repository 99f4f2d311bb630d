import twilio from 'twilio';
import type { CallInstance } from 'twilio/lib/rest/api/v2010/account/call.js';
import type { TwilioConfig } from '../config.js';
import type {
  AccessCheck,
  CallbackPath,
  CallDocument,
  Carrier,
  CarrierAccess,
  CarrierCallLookup,
  CarrierCallSearch,
  CarrierNumberList,
  CarrierRecordingSearch,
  EndCallOutcome,
  NumberCallbacks,
  NumberConnection,
  PlaceCall,
  PlaceCallOutcome,
  RecordingLookup,
  RelayOrder,
  SoundQualityLookup,
  TransferOrder,
} from './carrier.js';
import type { CallbackParams, CallbackRequest, UpgradeRequest } from './carrier-events.js';
import { isOver } from './carrier-status.js';
import { SingleRequestClient } from './single-request.client.js';
import * as callbacks from './twilio-callbacks.js';
import {
  callbackUrl,
  carrierCall,
  carrierRecording,
  createOptions,
  isPlacedSince,
  recordingOptions,
} from './twilio-calls.js';
import { fetchSoundQuality } from './twilio-insights.client.js';
import { connectNumber, listNumbers } from './twilio-numbers.client.js';
import { messageOf, placeOutcome, refusalIn } from './twilio-outcomes.js';
import { openRecording } from './twilio-recordings.client.js';
import { isSignedUpgrade, socketUrl, verifiedParams } from './twilio-signature.js';
import * as twiml from './twiml.js';

/**
 * What the adapter needs of the application's settings. The account's token signs the callbacks, also when an API key
 * makes the requests. A region or edge is chosen by `baseUrl` (`https://api.dublin.ie1.twilio.com`), not by TWILIO_EDGE.
 */
export interface TelephonyOptions {
  /** Where the carrier reaches us, asked anew for each use: with a free port it is known only once we listen. */
  publicBaseUrl: () => string;
  carrier: TwilioConfig & {
    /** What calls record as their carrier: the simulated carrier speaks Twilio's protocol under its own name. */
    name: string;
    /** Milliseconds from look-up to the last byte of an answer. */
    timeoutMs?: number;
  };
}

const API = 'https://api.twilio.com';
const TIMEOUT_MS = 10_000;
const SEARCH_LIMIT = 50;

/** Twilio's answer to a question about one call; `refused` is a 4xx that says no. */
type Told = CarrierCallLookup | { kind: 'refused'; message: string };

/** Twilio, or whatever speaks its protocol under `baseUrl`, by the official SDK. */
export class TwilioAdapter implements Carrier, CarrierAccess {
  readonly name: string;
  readonly accountId: string;
  private readonly client: twilio.Twilio;
  private readonly access: { username: string; password: string; baseUrl: string; timeoutMs: number };

  constructor(private readonly options: TelephonyOptions) {
    const { accountSid, authToken, apiKey, timeoutMs = TIMEOUT_MS, name } = options.carrier;
    const [username, password] = apiKey ? [apiKey.sid, apiKey.secret] : [accountSid, authToken];
    const baseUrl = withoutSlash(options.carrier.baseUrl ?? API);
    this.name = name;
    this.accountId = accountSid;
    this.access = { username, password, baseUrl, timeoutMs };
    const httpClient = new SingleRequestClient(new URL(baseUrl), timeoutMs);
    this.client = twilio(username, password, { accountSid, httpClient });
    this.client.api.baseUrl = baseUrl;
  }

  async place(call: PlaceCall): Promise<PlaceCallOutcome> {
    try {
      const { sid } = await this.client.calls.create(createOptions(call, this.publicBaseUrl()));
      if (sid) return { kind: 'accepted', carrierCallId: sid };
      return { kind: 'unknown', message: 'The carrier accepted the call but named no id' };
    } catch (error) {
      return placeOutcome(error);
    }
  }

  cancel(carrierCallId: string): Promise<EndCallOutcome> {
    return this.end(carrierCallId, 'canceled');
  }

  hangUp(carrierCallId: string): Promise<EndCallOutcome> {
    return this.end(carrierCallId, 'completed');
  }

  async fetch(carrierCallId: string): Promise<CarrierCallLookup> {
    const told = await this.ask(() => this.client.calls(carrierCallId).fetch());
    return told.kind === 'refused' ? { kind: 'unreachable', message: told.message } : told;
  }

  /** By a look at one call: the account itself is hidden from API keys. */
  async checkAccess(): Promise<AccessCheck> {
    try {
      await this.client.calls.list({ limit: 1 });
      return { kind: 'granted' };
    } catch (error) {
      return { kind: refusalIn(error) ? 'refused' : 'unreachable', message: messageOf(error) };
    }
  }

  /** Not by StartTime: that filter knows days only, and leaves out calls that still wait in Twilio's queue. */
  async findCalls({
    to,
    from,
    since,
  }: {
    to: string;
    from: string;
    since: Date;
  }): Promise<CarrierCallSearch> {
    try {
      const found = await this.client.calls.list({ to, from, limit: SEARCH_LIMIT });
      return { kind: 'found', calls: found.map(carrierCall).filter((call) => isPlacedSince(call, since)) };
    } catch (error) {
      return { kind: 'unreachable', message: messageOf(error) };
    }
  }

  openRecording(recordingId: string, range?: string): Promise<RecordingLookup> {
    const { accountSid } = this.options.carrier;
    return openRecording({ ...this.access, accountSid }, recordingId, range);
  }

  async startRecording(
    carrierCallId: string,
    callback: CallbackPath,
  ): Promise<'started' | 'refused' | 'unreachable'> {
    const options = recordingOptions(callbackUrl(this.publicBaseUrl(), callback));
    try {
      await this.client.calls(carrierCallId).recordings.create(options);
      return 'started';
    } catch (error) {
      return refusalIn(error) ? 'refused' : 'unreachable';
    }
  }

  async findRecordings(carrierCallId: string): Promise<CarrierRecordingSearch> {
    try {
      const found = await this.client.calls(carrierCallId).recordings.list({ limit: SEARCH_LIMIT });
      return { kind: 'found', recordings: found.map(carrierRecording) };
    } catch (error) {
      if (refusalIn(error)?.status === 404) return { kind: 'found', recordings: [] };
      return { kind: 'unreachable', message: messageOf(error) };
    }
  }

  connectNumber(number: string, callbacks: NumberCallbacks): Promise<NumberConnection> {
    return connectNumber(this.numbersAt(), number, callbacks);
  }

  listNumbers(callbacks: NumberCallbacks): Promise<CarrierNumberList> {
    return listNumbers(this.numbersAt(), callbacks);
  }

  async deleteRecording(recordingId: string): Promise<'deleted' | 'not-found' | 'unreachable'> {
    try {
      await this.client.recordings(recordingId).remove();
      return 'deleted';
    } catch (error) {
      return refusalIn(error)?.status === 404 ? 'not-found' : 'unreachable';
    }
  }

  fetchSoundQuality(carrierCallId: string): Promise<SoundQualityLookup> {
    return fetchSoundQuality(this.client, carrierCallId);
  }

  verifyCallback(request: CallbackRequest): CallbackParams | null {
    return verifiedParams(request, this.signatureRules());
  }

  verifyUpgrade(request: UpgradeRequest): boolean {
    return isSignedUpgrade(request, this.signatureRules());
  }

  readonly parseStatus = callbacks.parseStatus;
  readonly parseVoicemail = callbacks.parseVoicemail;
  readonly parseRecording = callbacks.parseRecording;
  readonly parseAnswer = callbacks.parseAnswer;
  readonly parseInbound = callbacks.parseInbound;
  readonly parseRelayEnded = callbacks.parseRelayEnded;
  readonly parseTransferEnded = callbacks.parseTransferEnded;

  readonly renderHangUp = twiml.hangUp;
  readonly renderReject = twiml.reject;
  readonly renderFarewell = twiml.farewell;

  renderRelay(order: RelayOrder): CallDocument {
    const base = this.publicBaseUrl();
    return twiml.relay(order, {
      socket: socketUrl(base, order.socket),
      ended: callbackUrl(base, order.ended),
    });
  }

  renderTransfer(order: TransferOrder): CallDocument {
    return twiml.transfer(order, callbackUrl(this.publicBaseUrl(), order.ended));
  }

  private signatureRules() {
    const { accountSid, authToken, previousAuthToken } = this.options.carrier;
    const authTokens = previousAuthToken ? [authToken, previousAuthToken] : [authToken];
    return { publicBaseUrl: this.publicBaseUrl(), authTokens, accountSid };
  }

  private numbersAt() {
    return { client: this.client, publicBaseUrl: this.publicBaseUrl() };
  }

  private publicBaseUrl(): string {
    return withoutSlash(this.options.publicBaseUrl());
  }

  /** A refusal may mean that the call is over or that it moved on in the meantime: the call itself says which. */
  private async end(carrierCallId: string, by: 'canceled' | 'completed'): Promise<EndCallOutcome> {
    const told = await this.ask(() => this.client.calls(carrierCallId).update({ status: by }));
    const answer = told.kind === 'refused' ? await this.fetch(carrierCallId) : told;
    if (answer.kind !== 'found') return answer.kind;
    const { status } = answer.call;
    const isDone = told.kind === 'found';
    if (isOver(status)) return isDone && status === by ? 'ended' : 'already-over';
    if (by === 'canceled' && status === 'in-progress') return this.hangUp(carrierCallId);
    // Twilio's books lag behind: an accepted request may still show the status before it.
    return isDone ? 'ended' : 'unreachable';
  }

  private async ask(question: () => Promise<CallInstance>): Promise<Told> {
    try {
      return { kind: 'found', call: carrierCall(await question()) };
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal?.status === 404) return { kind: 'not-found' };
      return { kind: refusal ? 'refused' : 'unreachable', message: messageOf(error) };
    }
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
