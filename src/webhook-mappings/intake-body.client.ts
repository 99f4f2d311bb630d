import type { IncomingMessage } from 'node:http';
import { UnsupportedMediaType } from '../common/app-error.js';
import { readBody } from '../common/body.client.js';
import { intakeBodyKind, type Payload } from './intake-body.js';
import { multipartFields, readIntakeBody } from './intake-body.adapter.js';
import { repeatedNames } from './repeated-names.js';

/** A body that was read: its bytes, and what they say. */
export interface ReadBody {
  contentType: string;
  bytes: Buffer;
  payload: Payload;
}

/** Reads the body of an intake: type (415), size (413), text (400). */
export async function readIntake(request: IncomingMessage): Promise<ReadBody> {
  const contentType = request.headers['content-type'] ?? '';
  intakeBodyKind(contentType);
  if (request.headers['content-encoding']) throw new UnsupportedMediaType('sent without content-encoding');
  const bytes = await readBody(request);
  return { contentType, bytes, payload: await readIntakeBody(contentType, bytes) };
}

/** Which of the top-level fields named stand more than once in a body; reading it has kept the last. */
export async function repeatedFields(
  { contentType, bytes }: ReadBody,
  names: readonly string[],
): Promise<string[]> {
  const kind = intakeBodyKind(contentType);
  if (kind === 'json') return repeatedNames(bytes.toString(), names);
  const fields =
    kind === 'form' ? [...new URLSearchParams(bytes.toString())] : await multipartFields(contentType, bytes);
  return names.filter((name) => fields.filter(([field]) => field === name).length > 1);
}
