import { AppError } from '../common/app-error.js';
import { MalformedBody } from '../common/body-text.js';
import { readIntakeBody } from './intake-body.adapter.js';

const TYPE = 'multipart/form-data; boundary=XX';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One part: its headers after `Content-Disposition: form-data`, and its content. */
const part = (parameters: string, content: string, header = ''): string =>
  `--XX\r\nContent-Disposition: form-data${parameters}\r\n${header && `${header}\r\n`}\r\n${content}\r\n`;
const field = (name: string, value: string): string => part(`; name="${name}"`, value);
const END = '--XX--\r\n';

const read = (body: string | Uint8Array, type: string | undefined = TYPE) =>
  readIntakeBody(type, typeof body === 'string' ? utf8(body) : body);

async function refusalOf(reading: Promise<unknown>) {
  const error: unknown = await reading.then(
    () => new Error('nothing was refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof MalformedBody)
    return { error: error.message, fault: error.fault, ...error.details[0] };
  if (error instanceof AppError) return { error: error.message, status: error.status };
  throw error;
}

describe('an intake body', () => {
  it.each([
    ['application/json', '{"a":"1"}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    [TYPE, field('a', '1') + END],
  ])('of the type %s is read', async (type, body) => {
    expect(await read(body, type)).toEqual({ a: '1' });
  });

  it('of another type is refused', async () => {
    expect(await refusalOf(read('a', 'text/plain'))).toEqual({
      error: 'Unsupported media type',
      status: 415,
    });
    expect(await refusalOf(readIntakeBody(undefined, utf8('{}')))).toMatchObject({ status: 415 });
  });
});

describe('a multipart form', () => {
  it.each([
    ['several fields', field('a', '1') + field('b', '2') + END, { a: '1', b: '2' }],
    ['no fields', END, {}],
    ['a preamble', `ignored\r\n${field('a', '1')}${END}`, { a: '1' }],
    ['equal names', field('a', '1') + field('a', '2') + END, { a: '2' }],
    ['an empty value', field('a', '') + END, { a: '' }],
    ['line breaks', field('a', 'one\r\ntwo\n') + END, { a: 'one\r\ntwo\n' }],
    ['UTF-8', field('名前', 'Zoë 😀') + END, { 名前: 'Zoë 😀' }],
    ['dashes', field('a', '--X --XY') + END, { a: '--X --XY' }],
    ['__proto__', field('__proto__', 'x') + END, JSON.parse('{"__proto__":"x"}')],
    [
      'a type of its own',
      part('; name="a"', '1', 'Content-Type: text/plain; charset=utf-8') + END,
      { a: '1' },
    ],
    ['a long value', field('a', 'x'.repeat(200_000)) + END, { a: 'x'.repeat(200_000) }],
    [
      'a file input left empty',
      field('a', '1') + part('; name="cv"; filename=""', '', 'Content-Type: application/octet-stream') + END,
      { a: '1' },
    ],
  ])('with %s is read', async (_what, body, payload) => {
    expect(await read(body)).toEqual(payload);
  });

  it.each([
    ['a file', part('; name="cv"; filename="cv.pdf"', '%PDF', 'Content-Type: application/pdf'), 'file', 'cv'],
    ['an empty file', part('; name="cv"; filename="cv.pdf"', ''), 'file', 'cv'],
    ['a file without name', part('; name="cv"', 'x', 'Content-Type: application/octet-stream'), 'file', 'cv'],
    ['a part without name', part('', '1'), 'syntax', 'body'],
    ['a NUL', field('a', 'x\0'), 'nul', 'a'],
    ['a thousand and one fields', field('a', '1').repeat(1_001), 'too_many_fields', 'body'],
    [
      'five thousand empty files',
      part('; filename=""', '', 'Content-Type: application/octet-stream').repeat(5_000),
      'too_many_fields',
      'body',
    ],
    ['a header without end', '--XX\r\nContent-Disposition: form-data; name="a"', 'syntax', 'body'],
    ['a header that is none', '--XX\r\nno colon here\r\n\r\n1\r\n', 'syntax', 'body'],
  ])('with %s is refused', async (_what, body, fault, place) => {
    const refusal = await refusalOf(read(body + END));
    expect(refusal).toMatchObject({ error: 'Invalid form body', fault, field: place, in: 'body' });
  });

  it.each([
    ['is cut off', field('a', '1'), TYPE],
    ['is empty', '', TYPE],
    ['has another boundary', field('a', '1') + END, 'multipart/form-data; boundary=YY'],
    ['names no boundary', field('a', '1') + END, 'multipart/form-data'],
    ['is JSON', '{"a":1}', TYPE],
  ])('that %s is refused', async (_what, body, type) => {
    expect(await refusalOf(read(body, type))).toMatchObject({ error: 'Invalid form body', fault: 'syntax' });
  });

  it.each([
    [
      'value',
      [...utf8('--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\nZo'), 0xeb, ...utf8(`\r\n${END}`)],
    ],
    [
      'name',
      [...utf8('--XX\r\nContent-Disposition: form-data; name="'), 0xeb, ...utf8(`"\r\n\r\n1\r\n${END}`)],
    ],
  ])('with a %s that is not UTF-8 is refused', async (_what, bytes) => {
    expect(await refusalOf(read(Uint8Array.from(bytes)))).toMatchObject({ fault: 'encoding' });
  });
});
