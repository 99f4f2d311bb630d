import * as fc from 'fast-check';
import twilio from 'twilio';
import { requestedUrl, signature, signedUrl } from './signature.js';

describe('signature', () => {
  it('is the one of the published example', () => {
    const params = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    };
    expect(signature('12345', 'https://example.com/myapp.php?foo=1&bar=2', params)).toBe(
      'L/OH5YylLD5NRKLltdqwSvS0BnU=',
    );
  });

  it('is what the official SDK computes and accepts, whatever the parameters', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
        fc.webUrl({ withQueryParameters: true }),
        (token, params, url) => {
          const signed = signature(token, url, params);
          expect(signed).toBe(twilio.getExpectedTwilioSignature(token, url, params));
          expect(twilio.validateRequest(token, signed, url, params)).toBe(true);
        },
      ),
    );
  });
});

describe('the URL that is requested, and the one that is signed', () => {
  it.each([
    ['http://app.test:3000/a?b=1', 'http://app.test:3000/a?b=1', 'http://app.test:3000/a?b=1'],
    ['https://app.test:8443/a?b=1', 'https://app.test:8443/a?b=1', 'https://app.test/a?b=1'],
    ['https://app.test/a#rc=2&rp=all', 'https://app.test/a', 'https://app.test/a'],
    ['https://me:secret@app.test:8443/a', 'https://app.test:8443/a', 'https://app.test/a'],
    ['https://[::1]:8443/a', 'https://[::1]:8443/a', 'https://[::1]/a'],
    ['http://app.test/a@b:1?c=d@e', 'http://app.test/a@b:1?c=d@e', 'http://app.test/a@b:1?c=d@e'],
    ["http://app.test/it's%20 here", "http://app.test/it's%20 here", "http://app.test/it's%20 here"],
  ])('%s', (url, requested, signed) => {
    expect(requestedUrl(url)).toBe(requested);
    expect(signedUrl(url)).toBe(signed);
  });
});
