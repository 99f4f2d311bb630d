import { Agent, fetch, type Headers, type Response } from 'undici';
import { eventually } from './eventually.js';

interface StreamedEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** A stream of server-sent events as a browser reads it. */
export interface EventStream {
  status: number;
  headers: Headers;
  events: StreamedEvent[];
  /** Waits for the next event of this name that satisfies. */
  next(event: string, matches?: (data: Record<string, unknown>) => boolean): Promise<StreamedEvent>;
  /** Resolves when the other side has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  // Connections of its own: a shared pool keeps some that never carried a request, and the service's stop waits for them.
  const dispatcher = new Agent();
  const response = await fetch(url, { headers, dispatcher });
  const events: StreamedEvent[] = [];
  let taken = 0;
  return {
    status: response.status,
    headers: response.headers,
    events,
    next: (name, matches = () => true) =>
      eventually(() => {
        const found = events.findIndex(
          ({ event, data }, index) => index >= taken && event === name && matches(data),
        );
        if (found === -1) return Promise.resolve(null);
        taken = found + 1;
        return Promise.resolve(events[found]);
      }),
    ended: collect(response, events).catch(() => undefined),
    close: () => void dispatcher.destroy(),
  };
}

async function collect(response: Response, events: StreamedEvent[]): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = (text + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
    text = parts.pop() ?? '';
    events.push(...parts.filter((part) => !part.startsWith(':')).map(parse));
  }
}

function parse(part: string): StreamedEvent {
  const lines = new Map(part.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  return {
    id: lines.get('id') ?? '',
    event: lines.get('event') ?? '',
    data: JSON.parse(lines.get('data') ?? 'null') as Record<string, unknown>,
  };
}
