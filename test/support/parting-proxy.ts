import { openWay } from './way.js';

/** ReadyForQuery, with which PostgreSQL ends what it says. */
const READY = Buffer.from('5a0000000549', 'hex');
/** What a server process says when its postmaster is gone. */
const FATAL = errorResponse('terminating connection due to unexpected postmaster exit');

/** A way to a PostgreSQL whose connections can end in the moment in which they are ready. */
export interface PartingProxy {
  /** The same address by way of the proxy. */
  through(url: string): string;
  /** Ends all connections; of each new one, the first readiness and the last word come in one packet. */
  part(): void;
  /** New connections work again. */
  heal(): void;
  /** Connections that were ended that way. */
  parted(): number;
  stop(): Promise<void>;
}

export async function startPartingProxy(target: string): Promise<PartingProxy> {
  let isParting = false;
  let parted = 0;
  const { sockets, through, stop } = await openWay(target, (near, open) => {
    const far = open();
    near.pipe(far);
    far.on('data', (said: Buffer) => {
      if (!isParting || !said.subarray(-READY.length).equals(READY)) return near.write(said);
      parted += 1;
      near.end(Buffer.concat([said, FATAL]));
      return far.destroy();
    });
    far.on('close', () => near.end());
    near.on('close', () => far.destroy());
  });
  return {
    through,
    part: () => {
      isParting = true;
      for (const socket of sockets) socket.destroy();
    },
    heal: () => {
      isParting = false;
    },
    parted: () => parted,
    stop,
  };
}

function errorResponse(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C57P01\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
