/** Thrown when an answer is larger than any good one. */
export class AnswerTooLarge extends Error {}

/** Longest server-sent event, in bytes: a chunk of an answer has a few hundred. */
const LONGEST_EVENT = 256 * 1024;
/** Whole answer, in bytes. */
const LARGEST_BODY = 4 * 1024 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * The bytes of a stream of events or of a JSON body as they come, until an event or the whole is too large: whoever
 * parses them keeps an event in memory until its end. @throws AnswerTooLarge
 */
export async function* boundedBody(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  isStream: boolean,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let total = 0;
  let event = 0;
  let lineIsEmpty = true;
  for await (const chunk of body) {
    total += chunk.length;
    for (const byte of isStream ? chunk : []) {
      event = byte === NEWLINE && lineIsEmpty ? 0 : event + 1;
      if (byte !== RETURN) lineIsEmpty = byte === NEWLINE;
      if (event > LONGEST_EVENT) throw new AnswerTooLarge();
    }
    if (total > LARGEST_BODY) throw new AnswerTooLarge();
    yield chunk;
  }
}
