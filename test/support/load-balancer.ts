import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PROBE_MS = 50;

export interface LoadBalancer {
  url: string;
  /** How many backends said that they are ready when they were last asked. */
  ready(): number;
  stop(): Promise<void>;
}

/**
 * Spreads requests over the backends whose `/health/ready` says yes, over connections that it keeps alive, and
 * retries nothing: what a backend loses, the client sees as 502.
 */
export async function startLoadBalancer(backends: readonly string[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;
  const probe = async (): Promise<void> => {
    for (const backend of backends) {
      const answer = await fetch(`${backend}/health/ready`).catch(() => null);
      await answer?.arrayBuffer();
      ready[answer?.status === 200 ? 'add' : 'delete'](backend);
    }
  };
  const forward = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const candidates = [...ready];
    const backend = candidates[turn++ % candidates.length];
    if (backend === undefined) {
      answer.writeHead(503).end();
      return;
    }
    const outgoing = request(
      backend + (incoming.url ?? ''),
      { agent, method: incoming.method ?? 'GET', headers: incoming.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502);
        response.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.headersSent || answer.writeHead(502).end());
    incoming.pipe(outgoing);
  };
  await probe();
  const probing = setInterval(() => void probe(), PROBE_MS);
  const server = createServer(forward);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready.size,
    stop: async () => {
      clearInterval(probing);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
