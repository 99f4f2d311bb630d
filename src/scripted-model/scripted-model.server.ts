import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { AnswerSession } from './answer.session.js';
import { askedFor, type ChatRequest, readChatRequest } from './chat-request.js';
import { type Knobs, readKnobs, REALISTIC } from './knobs.js';
import { replyTo } from './script.js';
import { errorBody } from './wire.js';

/** The name under which the model is asked; it answers to any. */
export const SCRIPTED_MODEL = 'scripted';

/** Requests that are remembered for whoever looks. */
const REMEMBERED = 200;
const LARGEST_REQUEST = '4mb';

export interface ScriptedModelOptions {
  /** Address to listen on; loopback unless said otherwise. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  /** Asked for as `Authorization: Bearer`. */
  readonly apiKey: string;
  readonly knobs?: Partial<Knobs>;
}

/** A request as it came, and whether its caller went away before it was answered. */
interface SeenRequest {
  body: ChatRequest;
  gaveUp: boolean;
}

export interface ScriptedModel {
  /** For a client of the chat-completions protocol. */
  readonly baseUrl: string;
  /** Sets these knobs; the others stay as they are. */
  setKnobs(knobs: Partial<Knobs>): void;
  /** All that was asked, oldest first. */
  requests(): readonly SeenRequest[];
  stop(): Promise<void>;
}

/** Starts a model that follows a script and speaks the chat-completions protocol; `/control` turns its knobs. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const desk = new Desk({ ...REALISTIC, ...options.knobs });
  const server = createServer(surface(desk, options.apiKey));
  const { host = '127.0.0.1', port = 0 } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}/v1`,
    setKnobs: (knobs) => desk.set(knobs),
    requests: () => desk.seen,
    stop: () => stop(server),
  };
}

/** Takes requests in and sees that each is answered. */
class Desk {
  readonly seen: SeenRequest[] = [];
  #faults = 0;

  constructor(private knobs: Knobs) {}

  set(knobs: Partial<Knobs>): void {
    this.knobs = { ...this.knobs, ...knobs };
    this.#faults = 0;
  }

  async answer(request: ChatRequest, key: string, response: Response): Promise<void> {
    const seen: SeenRequest = { body: request, gaveUp: false };
    this.seen.push(seen);
    if (this.seen.length > REMEMBERED) this.seen.shift();
    response.on('close', () => (seen.gaveUp = !response.writableFinished));
    const missing = askedFor(request).find((name) => this.knobs.lacks.some((lack) => lack === name));
    if (missing) return refuse(response, 400, `Unrecognized request argument: ${missing}`, missing);
    const knobs = this.#nextFault();
    if (knobs.status !== null) return refuse(response, knobs.status, `Refused for key ${key}`);
    if (knobs.fault === 'redirect') return response.redirect(307, 'http://127.0.0.1:9/v1/chat/completions');
    const reply = this.knobs.replies[0] ?? replyTo(request);
    this.knobs = { ...this.knobs, replies: this.knobs.replies.slice(1) };
    await new AnswerSession(response, request, reply, knobs).give();
  }

  /** The knobs for this request: without a fault when that is used up. */
  #nextFault(): Knobs {
    const { status, fault, faultTimes } = this.knobs;
    if (status === null && fault === null) return this.knobs;
    this.#faults += 1;
    const isOver = faultTimes !== null && this.#faults > faultTimes;
    return isOver ? { ...this.knobs, status: null, fault: null } : this.knobs;
  }
}

function surface(desk: Desk, apiKey: string): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response, next) => {
    if (request.headers.authorization === `Bearer ${apiKey}`) next();
    else refuse(response, 401, 'Incorrect API key provided');
  });
  app.use(express.json({ limit: LARGEST_REQUEST }));
  app.put('/control', (request, response) => {
    desk.set(readKnobs(request.body));
    response.status(204).end();
  });
  app.get('/control', (_request, response) => void response.json({ requests: desk.seen }));
  app.get('/v1/models', (_request, response) => {
    response.json({
      object: 'list',
      data: [{ id: SCRIPTED_MODEL, object: 'model', created: 0, owned_by: 'script' }],
    });
  });
  app.post('/v1/chat/completions', (request, response) =>
    desk.answer(readChatRequest(request.body), apiKey, response),
  );
  app.use((_request, response) => refuse(response, 404, 'Not found'));
  app.use((error: Error, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(error);
    else refuse(response, 400, error.message);
  });
  return app;
}

const TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error' };

function refuse(response: Response, status: number, message: string, param: string | null = null): void {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  response.status(status).json(errorBody(message, type, param));
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}
