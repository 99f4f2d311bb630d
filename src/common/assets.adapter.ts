import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files that pages load, and what their content is called. */
export interface Assets {
  /** Another one as soon as a byte or a name of them is another one. */
  version: string;
  /** Content by name. */
  files: ReadonlyMap<string, Buffer>;
}

const VERSION_LENGTH = 12;

/** Reads a folder of assets; folders in it are none of them. */
export function readAssets(folder: string): Assets {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  const contents = [...files].map(([name, bytes]) => `${name} ${hash('sha1', bytes)}\n`);
  return { version: hash('sha1', contents.join('')).slice(0, VERSION_LENGTH), files };
}

/** Those of this process, as it found them at its start; `public` stands beside the compiled code's folder. */
export const ASSETS = readAssets(fileURLToPath(new URL('../../../public', import.meta.url)));

/** Where pages find them: an address of its own for each version, so that none meets the files of another. */
export const ASSETS_FOLDER = `/assets/${ASSETS.version}`;
