import { createServer, type Server } from 'node:net';

/**
 * Stands for a service inside the network: on 127.0.0.1 and (where the machine has IPv6) ::1, one port,
 * counting every connection.
 */
export async function startCanary() {
  let hits = 0;
  const listen = (host: string, port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((socket) => {
        hits += 1;
        socket.on('error', () => socket.destroy()).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ninside');
      });
      server.once('error', reject).listen(port, host, () => resolve(server));
    });
  const { port, servers } = await onBothFamilies(listen);
  return { port, hits: () => hits, close: () => Promise.all(servers.map(stop)) };
}

async function onBothFamilies(listen: (host: string, port: number) => Promise<Server>) {
  for (;;) {
    const v4 = await listen('127.0.0.1', 0);
    const address = v4.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      return { port, servers: [v4, await listen('::1', port)] };
    } catch (error) {
      // Somebody else's on ::1: take another port for both.
      if (!(error as NodeJS.ErrnoException).code?.includes('EADDRINUSE')) return { port, servers: [v4] };
      await stop(v4);
    }
  }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}
