import { openWay } from './way.js';

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
  let swallowing = false;
  const { sockets, through, stop } = await openWay(target, (near, open) => {
    if (swallowing) {
      near.resume();
      return;
    }
    const far = open();
    near.pipe(far).pipe(near);
    // What ends on one side ends on the other, except in the dark.
    far.on('close', () => swallowing || near.destroy());
    near.on('close', () => swallowing || far.destroy());
  });
  return {
    through,
    swallow: () => {
      swallowing = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    heal: () => {
      swallowing = false;
    },
    stop,
  };
}
