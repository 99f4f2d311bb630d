import { Agent, get } from 'node:http';

/** What came over the wire. */
export interface Answer {
  status: number;
  /** Bytes of the body as sent, compressed or not. */
  bytes: number;
  text: string;
  milliseconds: number;
}

/** One browser: one connection, one request after the other. */
export class PageVisit {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly cookie: string,
  ) {}

  open(path: string): Promise<Answer> {
    const began = performance.now();
    const headers = { cookie: this.cookie, 'accept-encoding': 'gzip, br', accept: 'text/html' };
    return new Promise((resolve, reject) => {
      get(this.url + path, { agent: this.agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            bytes: body.length,
            text: body.toString(),
            milliseconds: performance.now() - began,
          });
        });
      }).on('error', reject);
    });
  }

  /** All that a browser gets the first time: the document and what it names. */
  async firstLoad(path: string): Promise<number> {
    const document = await this.open(path);
    const assets = new Set(
      [...document.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset),
    );
    let bytes = document.bytes;
    for (const asset of assets) bytes += (await this.open(asset)).bytes;
    return bytes;
  }

  close(): void {
    this.agent.destroy();
  }
}
