// A model that answers every chat-completions request with the same words, one after the other, at a steady pace, and
// notes when it was asked, when it began and when it was cut off. Asked, it tells what it noted.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { announcePort } from '../support/announce.js';
import { now } from '../support/clock.js';
import { type ModelTurn, turnIn } from '../talk-protocol.js';

const FIRST_TOKEN_MS = 250;
const TOKEN_MS = 20;
const WORDS =
  'Well, we open at nine in the morning and close at six, and on Saturdays we are here until noon.'
    .split(' ')
    .map((word, index) => (index === 0 ? word : ` ${word}`));

let turns: ModelTurn[] = [];

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = now();
  const { messages } = (await json(request)) as { messages: { role: string; content: string }[] };
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const turn: ModelTurn = { id: turnIn(said) ?? '', asked, firstToken: null, aborted: null };
  turns.push(turn);
  response.on('close', () => {
    if (!response.writableFinished) turn.aborted = now();
  });
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  send(response, { role: 'assistant', content: '' });
  await wait(FIRST_TOKEN_MS);
  for (const word of WORDS) {
    if (turn.aborted !== null) return;
    turn.firstToken ??= now();
    send(response, { content: word });
    await wait(TOKEN_MS);
  }
  send(response, {}, 'stop');
  response.end('data: [DONE]\n\n');
}

function send(response: ServerResponse, delta: object, finish: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'bench', choices };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

process.on('message', () => {
  process.send?.(turns);
  turns = [];
});

server.listen(0, '127.0.0.1', () => announcePort(server.address()));
