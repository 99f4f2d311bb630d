import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in the code, as V8 words it. */
interface Frame {
  toString(): string;
}

/**
 * From now on stack traces name the lines of TypeScript. A map is read when an error first names its file: Node's own
 * way (`setSourceMapsSupport`) reads the map of every file that it loads, 10 MB for traces that hardly ever come.
 */
export function nameTypeScriptLines(): void {
  Error.prepareStackTrace = (error, frames: Frame[]) =>
    [Error.prototype.toString.call(error), ...frames.map(lineOf)].join('\n');
}

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

const lineOf = (frame: Frame): string =>
  `    at ${String(frame)}`.replace(PLACE, (place, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin
      ? `${fileURLToPath(new URL(origin.fileName, url))}:${origin.lineNumber}:${origin.columnNumber}`
      : place;
  });

/** The maps of files that traces have named; null where there is none. */
const maps = new Map<string, SourceMap | null>();

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const map = readMap(url);
  maps.set(url, map);
  return map;
}

/** The map beside a file, as tsc writes it. Packages are left as they are. */
function readMap(url: string): SourceMap | null {
  if (url.includes('/node_modules/')) return null;
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
