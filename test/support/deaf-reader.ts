import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Somebody who asks for a stream and reads nothing of it. */
export interface DeafReader {
  /** Resolves when the other side has broken the connection off. */
  gone: Promise<void>;
  close(): void;
}

export async function openDeafReader(url: string, headers: Record<string, string>): Promise<DeafReader> {
  const { port, pathname, host } = new URL(url);
  const socket: Socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.pause();
  return {
    // A reset is noticed by whoever writes, also without reading.
    gone: new Promise((resolve) => {
      const writing = setInterval(() => socket.write('\r\n'), 50);
      const over = (): void => {
        clearInterval(writing);
        resolve();
      };
      socket.once('error', over).once('close', over);
    }),
    close: () => socket.destroy(),
  };
}
