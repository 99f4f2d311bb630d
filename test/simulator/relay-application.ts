import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import { type WebSocket, WebSocketServer } from 'ws';
import { xml } from './receiver.js';
import { TOKEN, until } from './rig.js';

export type Frame = Record<string, unknown>;

/** One relay socket, from the application's end. */
export class RelayPeer {
  readonly frames: Frame[] = [];
  private closed: { readonly code: number; readonly reason: string } | undefined;

  constructor(
    readonly request: IncomingMessage,
    private readonly socket: WebSocket,
    private readonly heard: (frame: Frame, peer: RelayPeer) => void,
  ) {
    socket.on('message', (data: Buffer) => {
      const frame = read(data.toString('utf8'));
      this.frames.push(frame);
      this.heard(frame, this);
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString('utf8') };
    });
  }

  send(frame: Frame | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Says something, all of it in one frame. */
  say(token: string, more: Frame = {}): void {
    this.send({ type: 'text', token, last: true, ...more });
  }

  end(handoffData?: string): void {
    this.send({ type: 'end', ...(handoffData === undefined ? {} : { handoffData }) });
  }

  close(code: number): void {
    this.socket.close(code);
  }

  drop(): void {
    this.socket.terminate();
  }

  /** Every frame in short: `setup`, `agentSpeaking on`, `tokensPlayed Hi`, `prompt Hello`. */
  get story(): string[] {
    return this.frames.map(inShort);
  }

  /** How the socket was closed: this end hears of it a moment after the other. */
  async whenClosed(): Promise<{ readonly code: number; readonly reason: string }> {
    await until(() => this.closed !== undefined);
    return this.closed as { readonly code: number; readonly reason: string };
  }

  of(type: string): Frame[] {
    return this.frames.filter((frame) => frame['type'] === type);
  }

  /** What was said to the application, finals only. */
  get prompts(): unknown[] {
    return this.of('prompt')
      .filter(({ last }) => last)
      .map(({ voicePrompt }) => voicePrompt);
  }

  async until(line: string): Promise<void> {
    await until(() => this.story.includes(line));
  }
}

/** What is no JSON is kept as it is. */
function read(message: string): Frame {
  try {
    return JSON.parse(message) as Frame;
  } catch {
    return { type: 'garbage', message };
  }
}

function inShort(frame: Frame): string {
  const words: Record<string, unknown[]> = {
    info: [frame['name'], frame['value']],
    prompt: [frame['last'] === true ? 'prompt' : 'partial', frame['voicePrompt']],
    interrupt: ['interrupt', frame['utteranceUntilInterrupt']],
    dtmf: ['dtmf', frame['digit']],
  };
  return (words[String(frame['type'])] ?? [frame['type']]).join(' ');
}

/** The application's end of relay sockets: a real WebSocket server that checks the handshake. */
export class RelayApplication {
  readonly peers: RelayPeer[] = [];
  /** What it does with each frame. */
  heard: (frame: Frame, peer: RelayPeer) => void = () => undefined;
  /** Answers handshakes with 403. */
  refuses = false;
  readonly handshakes: { readonly path: string; readonly isSigned: boolean }[] = [];
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly server = createServer();

  async start(): Promise<void> {
    this.server.on('upgrade', (request, socket, head) => {
      const path = request.url ?? '';
      const signature = String(request.headers['x-twilio-signature']);
      const isSigned = twilio.validateRequest(TOKEN, signature, this.url + path, {});
      this.handshakes.push({ path, isSigned });
      if (this.refuses) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      this.sockets.handleUpgrade(request, socket, head, (opened) => {
        this.peers.push(new RelayPeer(request, opened, (frame, peer) => this.heard(frame, peer)));
      });
    });
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** TwiML that connects a call with this application. */
  twiml(attributes = '', children = '') {
    const relay = `<ConversationRelay url="${this.url}/relay" dtmfDetection="true" events="speaker-events tokens-played" ${attributes}>`;
    return xml(`<Connect action="/relay-ended">${relay}${children}</ConversationRelay></Connect>`);
  }

  /** The peer of this number, counted from 0, as soon as it is there. */
  async peer(index = 0): Promise<RelayPeer> {
    await until(() => this.peers.length > index);
    const peer = this.peers[index];
    if (peer === undefined) throw new Error(`no peer ${index}`);
    return peer;
  }

  async stop(): Promise<void> {
    for (const peer of this.peers) peer.drop();
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }
}
