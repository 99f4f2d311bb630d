import { codeOf, failureOf, SAFE_HTTP_ERRORS, SafeHttpFailure } from './safe-http-failure.js';

const coded = (code: unknown) => Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code });

describe('failures of outbound requests', () => {
  it.each([
    ['UND_ERR_INVALID_ARG', 'invalid_request'],
    ['UND_ERR_HEADERS_OVERFLOW', 'invalid_response'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'invalid_response'],
    ['UND_ERR_SOCKET', 'connection_lost'],
    ['ECONNRESET', 'connection_lost'],
    ['UND_ERR_DESTROYED', 'aborted'],
    ['SOMETHING_NEW', 'unexpected'],
  ])('%s is %s', (code, kind) => {
    const failure = failureOf(coded(code));
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain(code);
  });

  it('what is no HTTP is an invalid response, with a code or without', () => {
    const fault = Object.assign(new Error('Response does not match'), { name: 'HTTPParserError' });
    expect(failureOf(fault).kind).toBe('invalid_response');
  });

  it.each(['bad response', 'bad upgrade'])('an answer that nobody asked for is one too: %s', (message) => {
    const lost = Object.assign(new Error(message), { code: 'UND_ERR_SOCKET' });
    expect(failureOf(lost).kind).toBe('invalid_response');
  });

  it('keeps the address that the layer below names out of the message', () => {
    expect(failureOf(coded('ECONNRESET')).message).not.toContain('10.0.0.7');
  });

  it('passes on a failure whose kind is known', () => {
    const failure = new SafeHttpFailure('dns_failed', 'ENOTFOUND');
    expect(failureOf(failure)).toBe(failure);
    expect(failure.message).toBe(`${SAFE_HTTP_ERRORS.dns_failed}: ENOTFOUND`);
  });

  it.each([
    [new Error('plain'), ''],
    [coded(42), ''],
    ['text', ''],
    [null, ''],
    [coded('EPIPE'), 'EPIPE'],
  ])('the code of %p is %j', (error, code) => {
    expect(codeOf(error)).toBe(code);
  });

  it('an error without a code is a fault on our side', () => {
    const fault = new TypeError('oops');
    expect(failureOf(fault)).toMatchObject({
      kind: 'unexpected',
      message: 'a fault on our side: TypeError',
      cause: fault,
    });
  });
});
