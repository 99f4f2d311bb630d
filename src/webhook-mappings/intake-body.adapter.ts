import busboy from 'busboy';
import { decodeUtf8, MalformedBody } from '../common/body-text.js';
import {
  FormField,
  intakeBodyKind,
  MAX_FORM_FIELDS,
  Payload,
  payloadOf,
  readFormPayload,
  readJsonPayload,
  tooManyFields,
} from './intake-body.js';

/**
 * Turns the body of an intake request into its payload. An adapter, because multipart bodies go through busboy, which
 * is a stream; the other two kinds are read at once.
 * @param contentType the request's header; judged again here, so that no caller can forget it
 * @throws {UnsupportedMediaType} 415
 * @throws {MalformedBody} 400
 */
export async function readIntakeBody(contentType: string | undefined, bytes: Uint8Array): Promise<Payload> {
  const kind = intakeBodyKind(contentType);
  if (kind === 'json') return readJsonPayload(bytes);
  if (kind === 'form') return readFormPayload(bytes);
  // busboy would put U+FFFD for what is not UTF-8. Without files the whole body is text and can be checked first.
  decodeUtf8(bytes, 'form');
  return payloadOf(await multipartFields(contentType ?? '', bytes));
}

/** The fields of a multipart/form-data body (RFC 7578) in the order they were sent. */
export function multipartFields(contentType: string, bytes: Uint8Array): Promise<FormField[]> {
  return new Promise((resolve, reject) => {
    const fields: FormField[] = [];
    const refuse = (fault: MalformedBody): void => reject(fault);
    const parser = openParser(contentType);
    parser.on('field', (name: string | undefined, value) => {
      if (name === undefined) refuse(new MalformedBody('syntax', 'form', 'must name every part'));
      else fields.push([name, value]);
    });
    parser.on('file', (name, stream, { filename }) => {
      const refusal = new MalformedBody('file', 'form', 'must not be a file', name);
      // A browser sends a file input that was left empty as a part without name and content: that is no file.
      stream.on('data', () => refuse(refusal));
      if (filename) refuse(refusal);
    });
    parser.on('partsLimit', () => refuse(tooManyFields()));
    parser.on('error', () => refuse(notMultipart()));
    parser.on('close', () => resolve(fields));
    parser.end(bytes);
  });
}

function openParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { parts: MAX_FORM_FIELDS + 1, fieldSize: Number.POSITIVE_INFINITY },
    });
  } catch {
    throw notMultipart();
  }
}

const notMultipart = (): MalformedBody =>
  new MalformedBody('syntax', 'form', 'must be multipart/form-data with the boundary of its Content-Type');
