import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import type { Assets } from './assets.adapter.js';

/** `/app.css` or, of a version, `/0123456789ab/app.css`. */
const PLACE = /^(?:\/(?<version>[0-9a-f]{12}))?\/(?<name>[^/]+)$/;

/** A year, the most that is understood by all; what is at the address of a version never changes. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Of the plain address, and of another version. While replicas are updated one after the other, a page of one asks
 * another for files: it gets those of the replica that it met, as a page without a stylesheet would be worse than one
 * with that of yesterday, and looks again the next time. It is not redirected: a script would run a second time beside
 * itself under the other address.
 */
const ASKED_AGAIN = 'public, no-cache';

/**
 * Serves assets, compressed once at the start. Pages are not compressed: a page holds a secret beside what its address
 * says, and its length would tell of it.
 */
export function serveAssets({ version, files }: Assets): RequestHandler {
  const served = new Map([...files].map(([name, bytes]) => [name, formsOf(bytes)]));
  return (request, response, next) => {
    const place = PLACE.exec(request.path)?.groups;
    const file = isRead(request) ? served.get(place?.['name'] ?? '') : undefined;
    if (!place || !file) {
      next();
      return;
    }
    const { encoding, bytes, etag } = request.acceptsEncodings('gzip') === false ? file.plain : file.gzip;
    response
      .vary('Accept-Encoding')
      .set({
        ETag: etag,
        'Cache-Control': place['version'] === version ? FOR_GOOD : ASKED_AGAIN,
        ...encoding,
      })
      .type(place['name'] ?? '')
      .send(bytes);
  };
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const formsOf = (bytes: Buffer) => ({
  plain: { bytes, etag: etagOf(bytes), encoding: {} },
  gzip: gzipped(gzipSync(bytes, { level: 9 })),
});

const gzipped = (bytes: Buffer) => ({
  bytes,
  etag: etagOf(bytes),
  encoding: { 'Content-Encoding': 'gzip' },
});

const etagOf = (bytes: Buffer): string => `"${hash('sha1', bytes, 'base64url')}"`;
