import type { Config } from './config.js';
import type { Settings } from './settings.js';

/**
 * Where accounts are that organizations bring: where the service's own is. A service without one calls nobody real, so
 * they are at Twilio once all is set that real calls need, and nowhere before.
 */
export function ownAccountsOf({ twilio, publicBaseUrl, secretKey, llm }: Config): Settings['ownAccounts'] {
  if (twilio) return { name: twilio.baseUrl ? 'simulator' : 'twilio', baseUrl: twilio.baseUrl };
  const isReady = publicBaseUrl?.startsWith('https://') && secretKey !== null && llm !== null;
  return isReady ? { name: 'twilio', baseUrl: null } : null;
}
