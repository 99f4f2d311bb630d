import type { AnnouncerServices } from './announcer.session.js';
import type { StatusOrder } from './call-order.js';
import type { CallSession } from './call.session.js';
import type { CarrierCall } from './carrier-call.js';
import type { DocumentClient } from './document.client.js';
import type { Recordings } from './recordings.service.js';
import type { RelaySocketClient } from './relay-socket.client.js';

/** What every call needs of the carrier. */
export interface CallServices extends AnnouncerServices {
  readonly documents: DocumentClient;
  readonly recordings: Recordings;
  readonly relaySockets: RelaySocketClient;
  /** Places a further call on behalf of one, for `<Dial>`; `over` resolves at its end. */
  readonly placeLeg: (parent: CarrierCall, order: LegOrder) => { leg: CallSession; over: Promise<void> };
}

/** The second leg that a `<Dial>` asks for. */
export interface LegOrder {
  readonly to: string;
  readonly from: string;
  readonly ringSeconds: number;
  readonly limitSeconds: number;
  readonly status: StatusOrder;
}
