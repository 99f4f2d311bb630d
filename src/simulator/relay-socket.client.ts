import { WebSocket } from 'ws';
import { signature } from './signature.js';

/** Largest message of the application that is read. */
const LARGEST_MESSAGE_BYTES = 1024 * 1024;
/** How long a handshake, and the answer to a close, may take. */
const HANDSHAKE_MS = 5000;
const CLOSE_MS = 1000;
/** Between the two halves of a message that is sent in two. */
const HALVES_APART_MS = 2;

export interface SocketListener {
  opened(): void;
  received(message: string): void;
  /** Once, also when it never opened. */
  closed(): void;
}

export interface RelaySocket {
  /** Sends a frame, after those before it. */
  send(frame: unknown): void;
  close(code: number, reason: string): void;
  /** Breaks the connection without a word: the application sees 1006. */
  drop(): void;
}

/** Opens relay sockets to the application as Twilio does. */
export class RelaySocketClient {
  private readonly open = new Set<WebSocket>();

  constructor(private readonly authToken: string) {}

  /** `inHalves`: each message comes in two WebSocket fragments, each in a TCP segment of its own. */
  connect(url: string, { inHalves }: { inHalves: boolean }, listener: SocketListener): RelaySocket {
    const socket = this.dial(url);
    const writer = inHalves ? halving(socket) : direct(socket);
    socket.on('open', () => listener.opened());
    socket.on('message', (data: Buffer) => listener.received(data.toString('utf8')));
    // What went wrong shows in the close that follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.open.delete(socket);
      listener.closed();
    });
    return {
      send: (frame) => {
        if (socket.readyState === WebSocket.OPEN)
          writer.write(typeof frame === 'string' ? frame : JSON.stringify(frame));
      },
      close: (code, reason) => writer.afterAll(() => close(socket, code, reason)),
      drop: () => socket.terminate(),
    };
  }

  /** Breaks every socket. */
  stop(): void {
    for (const socket of this.open) socket.terminate();
  }

  private dial(url: string): WebSocket {
    const signed = signature(this.authToken, url, {});
    const socket = new WebSocket(url, {
      headers: {
        'User-Agent': 'Jetty/11.0.24',
        'Accept-Encoding': 'gzip',
        'x-twilio-signature': signed,
        'x-amzn-bedrock-agentcore-runtime-custom-twilio-signature': signed,
      },
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: LARGEST_MESSAGE_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
    });
    this.open.add(socket);
    return socket;
  }
}

/** A peer that does not answer the close is cut off. */
function close(socket: WebSocket, code: number, reason: string): void {
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.close(code, reason);
}

interface Writer {
  write(message: string): void;
  /** Does something when all that was written is on its way. */
  afterAll(action: () => void): void;
}

const direct = (socket: WebSocket): Writer => ({
  write: (message) => socket.send(message),
  afterAll: (action) => action(),
});

function halving(socket: WebSocket): Writer {
  let last = Promise.resolve();
  return {
    write: (message) => {
      last = last.then(() => sendInHalves(socket, Buffer.from(message)));
    },
    afterAll: (action) => void last.then(action),
  };
}

async function sendInHalves(socket: WebSocket, bytes: Buffer): Promise<void> {
  const half = Math.ceil(bytes.length / 2);
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(bytes.subarray(0, half), { fin: false, binary: false });
  await new Promise((resolve) => {
    setTimeout(resolve, HALVES_APART_MS).unref();
  });
  if (socket.readyState === WebSocket.OPEN) socket.send(bytes.subarray(half), { fin: true });
}
