import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

const PROBE_MS = 50;

export interface LoadBalancer {
  url: string;
  /** How many backends said that they are ready when they were last asked. */
  ready(): number;
  stop(): Promise<void>;
}

/**
 * Spreads requests and WebSockets over the backends whose `/health/ready` says yes, over connections that it keeps
 * alive, and retries nothing: what a backend loses, the client sees as 502.
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
  const next = (): string | undefined => {
    const candidates = [...ready];
    return candidates[turn++ % candidates.length];
  };
  const forward = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const backend = next();
    if (backend === undefined) {
      answer.writeHead(503).end();
      return;
    }
    const outgoing = request(
      backend + (incoming.url ?? ''),
      { agent, method: incoming.method ?? 'GET', headers: incoming.headers },
      (response) => {
        const type = response.headers['content-type'];
        answer.writeHead(response.statusCode ?? 502, type === undefined ? {} : { 'content-type': type });
        response.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.headersSent || answer.writeHead(502).end());
    incoming.pipe(outgoing);
  };
  const upgrade = (incoming: IncomingMessage, socket: Socket, head: Buffer): void => {
    const backend = next();
    if (backend === undefined) {
      socket.destroy();
      return;
    }
    const { hostname, port } = new URL(backend);
    const other = connect(Number(port), hostname);
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    other.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    other.write(head);
    socket.pipe(other).pipe(socket);
    socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  };
  await probe();
  const probing = setInterval(() => void probe(), PROBE_MS);
  const server = createServer(forward).on('upgrade', upgrade);
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
