import { createSocket } from 'node:dgram';

/** One answer line; a CNAME is given together with what it points to. */
export type DnsRecord = { type: 'A' | 'AAAA' | 'CNAME'; value: string };

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;

/** The records of a name at the n-th query of that name and type (from 1); null when the name does not exist. */
export type Zone = (name: string, type: 'A' | 'AAAA', query: number) => readonly DnsRecord[] | null;

/** A name server on loopback, all of its answers with a TTL of 0 (RFC 1035, one question a message). */
export async function startDnsServer(zone: Zone) {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, question } = readQuestion(message);
    if (type !== TYPES.A && type !== TYPES.AAAA) return;
    const asked = `${type === TYPES.A ? 'A' : 'AAAA'} ${name}`;
    queries.push(asked);
    const nth = queries.filter((query) => query === asked).length;
    const records = zone(name, type === TYPES.A ? 'A' : 'AAAA', nth);
    socket.send(answer(message, question, records), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  const close = () => new Promise<void>((resolve) => void socket.close(() => resolve()));
  return { server: `127.0.0.1:${port}`, queries, close };
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    question: message.subarray(12, end),
  };
}

function answer(message: Buffer, question: Buffer, records: readonly DnsRecord[] | null): Buffer {
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  // Response, recursion desired and available; code 3 is "no such name".
  header.writeUInt16BE(0x8180 | (records ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records?.length ?? 0, 6);
  const lines: Buffer[] = [];
  let owner: Buffer = Buffer.from([0xc0, 0x0c]); // a pointer to the name in the question
  for (const record of records ?? []) {
    lines.push(resourceRecord(owner, record));
    if (record.type === 'CNAME') owner = encodeName(record.value);
  }
  return Buffer.concat([header, question, ...lines]);
}

function resourceRecord(owner: Buffer, { type, value }: DnsRecord): Buffer {
  const data = { A: encodeIPv4, AAAA: encodeIPv6, CNAME: encodeName }[type](value);
  const fixed = Buffer.alloc(10); // type, class, a TTL of 0, length
  fixed.writeUInt16BE(TYPES[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function encodeIPv4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

/** Takes `::` once; a dotted end as hex groups. */
function encodeIPv6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const groups = (half: string) => (half ? half.split(':').map((group) => parseInt(group, 16)) : []);
  const [left, right] = [groups(head), groups(tail)];
  const middle = Array.from<number>({ length: 8 - left.length - right.length }).fill(0);
  const bytes = Buffer.alloc(16);
  [...left, ...middle, ...right].forEach((group, index) => bytes.writeUInt16BE(group, index * 2));
  return bytes;
}
