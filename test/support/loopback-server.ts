import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import net, { type Server, type Socket } from 'node:net';
import { GOOD_CERT, LEAF_KEY } from './tls-certificates.js';

const running: { server: Server; sockets: Set<Socket> }[] = [];

/** Starts a server on an address of this machine, and gives its port. */
async function start(server: Server, host: string): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  running.push({ server, sockets });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

export const startHttp = (listener: RequestListener, host = '127.0.0.1') =>
  start(http.createServer(listener), host);

export const startHttps = (listener: RequestListener, host = '127.0.0.1', cert = GOOD_CERT) =>
  start(https.createServer({ key: LEAF_KEY, cert }, listener), host);

/** A server that speaks whatever it is told to. */
export const startTcp = (onConnection: (socket: Socket) => void, host = '127.0.0.1') =>
  start(net.createServer(onConnection), host);

/** Ends all servers and cuts their connections. */
export async function stopServers(): Promise<void> {
  for (const { server, sockets } of running.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  }
}
