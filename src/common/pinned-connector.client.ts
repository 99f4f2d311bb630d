import net, { type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { literalAddress, notPublic } from './address-policy.js';
import type { ResolveHost } from './host-resolver.adapter.js';
import { codeOf, failureOf, SafeHttpFailure } from './safe-http-failure.js';

export interface PinnedConnectorOptions {
  /** Resolves a name; every address it gives is judged. */
  resolve: ResolveHost;
  /** Why an address may not be dialled, or null. */
  forbidden: (address: string) => string | null;
  /** Name resolution, TCP and TLS together, in ms. */
  timeoutMs: number;
  /** Certificates to trust instead of Node's own list. */
  ca?: string;
}

type Target = buildConnector.Options;

/**
 * Opens the sockets of the outbound client. A name is resolved once, all its addresses are judged, and only
 * those are dialled: the socket's own lookup is answered from the judged list, so no second resolution can
 * give another answer. An IP literal never reaches a lookup, so it is judged by itself.
 */
export class PinnedConnector {
  readonly #options: PinnedConnectorOptions;
  readonly #dialling = new Set<Socket>();
  #aborted = false;

  constructor(options: PinnedConnectorOptions) {
    this.#options = options;
  }

  /** undici's connector: calls back with an open, verified socket, or with a SafeHttpFailure. */
  readonly connect: buildConnector.connector = (target, callback) => void this.#answer(target, callback);

  /** Ends the dials under way and makes no more. */
  abort(): void {
    this.#aborted = true;
    for (const socket of this.#dialling) socket.destroy(new SafeHttpFailure('aborted'));
  }

  async #answer(target: Target, callback: buildConnector.Callback): Promise<void> {
    let socket: Socket;
    try {
      socket = await this.#open(target);
    } catch (error) {
      return callback(failureOf(error), null);
    }
    callback(null, socket);
  }

  async #open(target: Target): Promise<Socket> {
    const deadline = performance.now() + this.#options.timeoutMs;
    const addresses = await this.#judgedAddresses(target.hostname);
    return this.#dial(target, addresses, deadline - performance.now());
  }

  /** Every address of the host; refuses the host if any one of them is forbidden. */
  async #judgedAddresses(hostname: string): Promise<string[]> {
    const literal = literalAddress(hostname);
    const addresses = literal ? [literal] : await this.#resolve(hostname);
    for (const address of addresses) {
      const block = this.#options.forbidden(address);
      if (block) throw new SafeHttpFailure('address_forbidden', notPublic(block));
    }
    return addresses;
  }

  async #resolve(hostname: string): Promise<string[]> {
    const late = new SafeHttpFailure('dns_failed', 'time-out');
    const answer = this.#options.resolve(hostname).catch((error: unknown) => {
      throw new SafeHttpFailure('dns_failed', codeOf(error), { cause: error });
    });
    const addresses = await orLate(answer, this.#options.timeoutMs, late);
    if (addresses.length === 0) throw new SafeHttpFailure('dns_failed', 'no address');
    return addresses;
  }

  #dial(target: Target, addresses: readonly string[], timeoutMs: number): Promise<Socket> {
    if (this.#aborted) throw new SafeHttpFailure('aborted');
    const secure = target.protocol === 'https:';
    const socket = secure ? this.#openTls(target, addresses) : net.connect(endpoint(target, addresses));
    this.#dialling.add(socket);
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_PROBE);
    const timer = setTimeout(() => socket.destroy(new SafeHttpFailure('connect_timeout')), timeoutMs);
    return ready(socket, secure).finally(() => {
      clearTimeout(timer);
      this.#dialling.delete(socket);
    });
  }

  #openTls(target: Target, addresses: readonly string[]): Socket {
    return tls.connect({
      ...endpoint(target, addresses),
      // SNI takes names only, without a dot at the end (RFC 6066, section 3). A certificate for an address is
      // checked against the host.
      servername: net.isIP(target.hostname) ? undefined : target.hostname.replace(/\.$/, ''),
      ca: this.#options.ca,
      rejectUnauthorized: true, // said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing
      ALPNProtocols: ['http/1.1'],
    });
  }
}

/** First TCP keep-alive probe on an idle connection, in ms. */
const KEEP_ALIVE_PROBE = 60_000;
/** How long one of several addresses is tried before the next, in ms. */
const ADDRESS_TIMEOUT = 1_000;

function endpoint(target: Target, addresses: readonly string[]): net.TcpNetConnectOpts {
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  return {
    host: target.hostname,
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT,
    lookup: pinnedLookup(addresses),
  };
}

/** A lookup that knows the judged addresses and nothing else. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: net.isIP(address) }));
  return (_hostname, _options, callback) => callback(null, answers);
}

/** Resolves when the socket may be used; before TCP stands a fault is the network's, afterwards the handshake's. */
function ready(socket: Socket, secure: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let phase: 'connect_failed' | 'tls_failed' = 'connect_failed';
    socket.once('connect', () => (phase = 'tls_failed'));
    socket.once(secure ? 'secureConnect' : 'connect', () => resolve(socket));
    socket.once('error', (error) => {
      const known = error instanceof SafeHttpFailure;
      reject(known ? error : new SafeHttpFailure(phase, codeOf(error), { cause: error }));
    });
  });
}

/** The promise's value, or the failure after so many ms. */
function orLate<T>(promise: Promise<T>, ms: number, failure: Error): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure), ms).unref();
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
