import { hangUp, reject, say } from './twiml.js';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NEXT = 'https://voice.example.com/next#rc=2&rp=5xx';
const REDIRECT = '<Redirect method="POST">https://voice.example.com/next#rc=2&amp;rp=5xx</Redirect>';

describe('the documents that answer Twilio', () => {
  it('hang up', () => {
    expect(hangUp()).toEqual({ contentType: 'text/xml', body: `${XML}<Response><Hangup/></Response>` });
  });

  it('hang up after a silence', () => {
    expect(hangUp(4).body).toBe(`${XML}<Response><Pause length="4"/><Hangup/></Response>`);
  });

  it.each(['busy', 'rejected'] as const)('reject as %s', (reason) => {
    expect(reject(reason).body).toBe(`${XML}<Response><Reject reason="${reason}"/></Response>`);
  });

  it('say a text as it is, whatever characters are in it, and ask what next', () => {
    const speech = { text: 'Tom & "Jerry" <3 – naïve 😀', language: 'en-US', voice: 'Polly.Joanna' };
    const { body } = say(speech, NEXT);
    expect(body).toBe(
      `${XML}<Response><Say language="en-US" voice="Polly.Joanna">` +
        `Tom &amp; "Jerry" &lt;3 – naïve 😀</Say>${REDIRECT}</Response>`,
    );
  });

  it('leave out what XML cannot hold', () => {
    expect(say({ text: 'a\u0000b\u001Bc\uD800d\uFFFEe\tf' }, NEXT).body).toBe(
      `${XML}<Response><Say>abcde\tf</Say>${REDIRECT}</Response>`,
    );
  });

  it('cut a long text into several, whole characters each, and lose none', () => {
    const text = '😀'.repeat(9000);
    const said = [...say({ text }, NEXT).body.matchAll(/<Say>(.*?)<\/Say>/gu)].map(([, part]) => part ?? '');
    expect(said.join('')).toBe(text);
    expect(Math.max(...said.map((part) => part.length))).toBeLessThanOrEqual(8000);
    expect(said).toHaveLength(3);
  });

  it('say nothing for an empty text', () => {
    expect(say({ text: '' }, NEXT).body).toBe(`${XML}<Response>${REDIRECT}</Response>`);
  });
});
