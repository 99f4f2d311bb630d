import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server, over sockets that a test has in its hands. */
export interface Way {
  /** Both ends of every connection. */
  sockets: ReadonlySet<Socket>;
  /** The same address by this way. */
  through: (url: string) => string;
  stop: () => Promise<void>;
}

/** `meet` is given each connection that comes, and what opens one to the server. */
export async function openWay(
  target: string,
  meet: (near: Socket, open: () => Socket) => void,
): Promise<Way> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => meet(keep(near), () => keep(connect(Number(port), hostname))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    sockets,
    through: (url) => {
      const address = new URL(url);
      address.port = String((server.address() as AddressInfo).port);
      return address.href;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
