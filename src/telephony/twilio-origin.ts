/** Twilio's REST API, in whatever region: `api.twilio.com`, `api.dublin.ie1.twilio.com`. */
const TWILIO_API = /^api\.((?:[^.]+\.)*twilio\.com)$/;

/**
 * Where a request of the SDK goes. Twilio has a host for each of its products, in the region of the one that is
 * configured; what else speaks its protocol answers for all of them at one address.
 */
export function originOf(configured: URL, asked: URL): { protocol: string; host: string } {
  const { protocol, host } = configured;
  const region = TWILIO_API.exec(configured.hostname)?.[1];
  const [product = ''] = asked.hostname.split('.');
  return region === undefined ? { protocol, host } : { protocol, host: `${product}.${region}` };
}
