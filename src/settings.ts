import type { CallTimings } from './calls/call-timings.js';
import type { DatabaseTimeouts } from '../ormconfig.js';
import type { SafeHttpOptions } from './common/safe-http.client.js';
import type { LlmConfig, RateLimits, TwilioConfig } from './config.js';
import type { ConversationTimings } from './conversations/conversation-timings.js';
import type { DeliveryTimings } from './events/delivery-timings.js';
import type { LlmTimings } from './llm/request-time.session.js';

/** What a running application needs to know: the configuration, with everything that was left open filled in. */
export interface Settings {
  databaseUrl: string;
  databaseIsEmbedded: boolean;
  secretKeys: { current: string; previous: string[] };
  /** Where carriers and browsers reach the service, without a slash at the end. */
  publicBaseUrl: () => string;
  carrier: TwilioConfig & { name: 'twilio' | 'simulator' };
  /**
   * Where accounts are that organizations bring: absent, where the service's own is; null, nowhere, because nothing here
   * calls anybody real.
   */
  ownAccounts?: { name: 'twilio' | 'simulator'; baseUrl: string | null } | null;
  /** The model that agents speak with unless they or their organization name another one. */
  llm: LlmConfig;
  trustProxy: string | number | false;
  rateLimits: RateLimits;
  logLevel: string;
  allowPrivateTargets: boolean;
  /** Other time limits for calls than `CALL_TIMINGS`: for tests, which do not wait. */
  callTimings?: Partial<CallTimings>;
  /** Other time limits for the database than `SERVICE_TIMEOUTS`: for tests, whose machine may be busy. */
  databaseTimeouts?: DatabaseTimeouts;
  /** Other time limits for models than `LLM_TIMINGS`: for tests. */
  llmTimings?: Partial<LlmTimings>;
  /** Other time limits for conversations than `DEFAULT_TIMINGS`: for tests, which do not wait. */
  conversationTimings?: Partial<ConversationTimings>;
  /** Other time limits for deliveries than `STANDARD_DELIVERY_TIMINGS`: for tests. */
  deliveryTimings?: Partial<DeliveryTimings>;
  /** How deliveries and requests after calls resolve and judge addresses: for tests, whose public addresses are on their own machine. */
  outboundHttp?: SafeHttpOptions;
}

/** Injection token of the `Settings`. */
export const SETTINGS = Symbol('SETTINGS');
