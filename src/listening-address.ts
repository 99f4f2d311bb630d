import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Where the service will listen, and how a caller on this machine writes it. */
export interface ListeningAddress {
  port: number;
  url: string;
}

/**
 * Settles the port before anything starts: work that is due at once (a call to dial) tells the carrier where to call
 * back, and so must know the address before the service listens on it. Port 0 picks a free one.
 */
export async function settleAddress(host: string, port: number): Promise<ListeningAddress> {
  const settled = port === 0 ? await freePort(host) : port;
  const anywhere = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  return { port: settled, url: `http://${anywhere ? '127.0.0.1' : name}:${settled}` };
}

async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
