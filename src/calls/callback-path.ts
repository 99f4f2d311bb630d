import type { OrganizationId } from '../auth/principal.js';
import type { CallbackPath } from '../telephony/carrier.js';
import type { CallbackKind } from './carrier-facts.js';

/** What a callback address names: one attempt to dial one call, or one call that came in. */
export interface CallbackTarget {
  org: OrganizationId;
  callId: string;
  /** The attempt's token, or the call's. */
  token: string;
}

/** Where the carrier reports about an attempt. The controller of the callbacks serves the same paths. */
export const callbackPath = ({ org, callId, token }: CallbackTarget, kind: CallbackKind): CallbackPath =>
  `/api/voice/twilio/${org}/${callId}/${token}/${kind}`;

/** Where the carrier asks about the calls to a number of this organization, and reports their ends. */
export const inboundPaths = (org: OrganizationId): { voice: CallbackPath; status: CallbackPath } => ({
  voice: `/api/voice/twilio/${org}/inbound`,
  status: `/api/voice/twilio/${org}/inbound/status`,
});

/** Where the carrier opens the socket of a call's conversation. */
export const relayPath = ({ org, callId, token }: CallbackTarget): CallbackPath =>
  `/voice/relay/${org}/${callId}/${token}`;
