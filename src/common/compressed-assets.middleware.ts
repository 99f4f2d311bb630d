import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';

const TEXT = /\.(css|js|svg)$/;

/**
 * The text files of a folder, compressed once at the start; what is none of them, and who takes no gzip, is left to the
 * next. Pages are not compressed: a page holds a secret beside what its address says, and its length would tell of it.
 */
export function compressedAssets(folder: string, maxAgeSeconds: number): RequestHandler {
  const files = new Map(
    readdirSync(folder)
      .filter((name) => TEXT.test(name))
      .map((name) => {
        const bytes = gzipSync(readFileSync(join(folder, name)), { level: 9 });
        return [`/${name}`, { name, bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` }];
      }),
  );
  return (request, response, next) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? files.get(request.path) : undefined;
    response.vary('Accept-Encoding');
    if (!file || request.acceptsEncodings('gzip') === false) {
      next();
      return;
    }
    response
      .set({
        ETag: file.etag,
        'Cache-Control': `public, max-age=${maxAgeSeconds}`,
        'Content-Encoding': 'gzip',
      })
      .type(file.name);
    if (request.fresh) response.status(304).end();
    else response.send(file.bytes);
  };
}
