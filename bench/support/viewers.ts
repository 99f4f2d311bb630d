import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

/** People who follow calls as they happen. */
export interface Viewers {
  /** How many of them were told what was said. */
  told: () => number;
  leave: () => void;
}

/** Opens the live view of each call; resolves once every stream has begun. */
export async function watchCalls(
  url: string,
  headers: Record<string, string>,
  callIds: readonly string[],
): Promise<Viewers> {
  const agent = new Agent();
  const told = new Set<number>();
  const watch = async (id: string, viewer: number): Promise<void> => {
    const asked = request(`${url}/api/calls/${id}/live`, { agent, headers }).end();
    const [stream] = (await once(asked, 'response')) as [IncomingMessage];
    if (stream.statusCode !== 200) throw new Error(`live view of ${id}: ${stream.statusCode}`);
    stream.on('data', (chunk: Buffer) => {
      if (chunk.includes('event: utterance')) told.add(viewer);
    });
    // Of whoever leaves.
    asked.on('error', () => undefined);
    stream.on('error', () => undefined);
  };
  await Promise.all(callIds.map(watch));
  return { told: () => told.size, leave: () => agent.destroy() };
}
