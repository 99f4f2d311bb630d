import { promises as dns } from 'node:dns';

/** All addresses of a host name, IPv4 and IPv6, as canonical text; throws what the name service says. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** One try at a name server, in ms; c-ares lengthens it for the second. */
const QUERY_TIMEOUT = 1500;
const TRIES = 2;

/**
 * Asks DNS itself, by A and AAAA queries. Not getaddrinfo: that runs on two of libuv's threads, where one
 * customer's dead name server would hold up every other customer's requests; and it knows search domains and
 * the hosts file, which no user-supplied name may use. A resolver of its own per name, so that a changed
 * resolv.conf is seen. `servers` (`ip:port`) stand in for those of the machine.
 */
export function dnsResolver(servers?: readonly string[]): ResolveHost {
  return async (hostname) => {
    const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    // One family alone is enough; only what was answered is ever dialled.
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Asks the operating system: hosts file, mDNS, search domains. For development, where names are local ones. */
export const systemResolver: ResolveHost = async (hostname) => {
  const answers = await dns.lookup(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};
