import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be broken. */
export interface TcpProxy {
  /** The same address by way of the proxy. */
  through(url: string): string;
  /**
   * Connections stay open and carry nothing any more, as behind a firewall that forgot them; new ones are accepted
   * and carry nothing either.
   */
  swallow(): void;
  /** New connections work again; those that were swallowed stay dead. */
  heal(): void;
  stop(): Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let swallowing = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (swallowing) {
      near.resume();
      return;
    }
    const far = keep(connect(Number(port), hostname));
    near.pipe(far).pipe(near);
    // What ends on one side ends on the other, except in the dark.
    far.on('close', () => swallowing || near.destroy());
    near.on('close', () => swallowing || far.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    through: (url) => {
      const address = new URL(url);
      address.port = String((server.address() as AddressInfo).port);
      return address.href;
    },
    swallow: () => {
      swallowing = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    heal: () => {
      swallowing = false;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
