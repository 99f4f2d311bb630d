import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import busboy from 'busboy';
import { parse } from 'csv-parse';
import { FORM_TOKEN } from '../auth/form.js';
import { Forbidden, InvalidRequest } from '../common/app-error.js';
import type { FileRow } from './import-plan.js';

/** What a file may be. */
export const FILE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 100,
  rowBytes: 131_072,
} as const;

/** A file on its way in. */
export interface Upload {
  fileName: string;
  stream: Readable & { truncated?: boolean };
}

/** What is wrong with a file, beside its field. */
export const badFile = (issue: string): InvalidRequest =>
  new InvalidRequest('Invalid file', [{ field: 'file', in: 'body', issue }]);

/**
 * The file of a form, as soon as it begins. The form's token must stand before it.
 * @throws Forbidden, InvalidRequest
 */
export function openUpload(request: IncomingMessage, isOurs: (token: string) => boolean): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const parser = parserOf(request);
    let trusted = false;
    parser.on('field', (name, value) => {
      if (name === FORM_TOKEN) trusted = isOurs(value);
    });
    parser.on('file', (_, stream, { filename }) => {
      if (trusted && filename) return resolve({ fileName: filename.slice(-200), stream });
      stream.resume();
      reject(trusted ? badFile('choose a CSV file') : new Forbidden('form_expired', 'This form has expired'));
    });
    parser.on('error', () => reject(badFile('could not be read')));
    parser.on('close', () =>
      reject(trusted ? badFile('choose a CSV file') : new Forbidden('form_expired', 'This form has expired')),
    );
    pipeline(request, parser, () => undefined);
  });
}

function parserOf(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 10, fieldSize: 1_000, fileSize: FILE_LIMITS.bytes },
    });
  } catch {
    throw badFile('choose a CSV file');
  }
}

/** The rows of a file as they come, the first one too; empty lines are counted and left out. @throws InvalidRequest */
export async function* rowsIn({ stream }: Upload): AsyncGenerator<FileRow> {
  const texts = textIn(stream);
  const beginning = await firstLine(texts);
  const parser = parse({
    delimiter: delimiterOf(beginning),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: FILE_LIMITS.rowBytes,
  });
  pipeline(Readable.from(joined(beginning, texts)), parser, () => undefined);
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number > FILE_LIMITS.rows + 1) throw badFile('has more than 100,000 rows; split it');
      if (cells.some((cell) => cell.trim() !== '')) yield [number, ...cells];
    }
  } catch (error) {
    throw error instanceof InvalidRequest ? error : badFile(`cannot be read as CSV near row ${number + 1}`);
  }
  if (stream.truncated) throw badFile('is larger than 20 MB; split it');
}

/** UTF-8 without its mark; nothing is replaced in silence. */
async function* textIn(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of stream as AsyncIterable<Buffer>) yield decoded(decoder, chunk);
  yield decoded(decoder);
}

/** @param chunk nothing at the end */
function decoded(decoder: TextDecoder, chunk?: Buffer): string {
  const text = decodedOrNull(decoder, chunk);
  if (text === null) throw badFile('is not text in UTF-8; save it as “CSV UTF-8”');
  if (text.includes('\0')) throw badFile('is no CSV file; save the table as “CSV UTF-8”');
  return text;
}

function decodedOrNull(decoder: TextDecoder, chunk?: Buffer): string | null {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    return null;
  }
}

async function firstLine(texts: AsyncGenerator<string>): Promise<string> {
  let text = '';
  while (!text.includes('\n') && text.length < FILE_LIMITS.rowBytes) {
    const next = await texts.next();
    if (next.done) break;
    text += next.value;
  }
  return text;
}

async function* joined(beginning: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield beginning;
  yield* rest;
}

/** What stands between the cells of the first row most often, outside quotes. */
function delimiterOf(text: string): string {
  const line = (text.split(/\r?\n/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (sign: string): number => line.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
