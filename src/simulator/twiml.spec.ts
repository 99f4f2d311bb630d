import * as fc from 'fast-check';
import twilio from 'twilio';
import { parseTwiml } from './twiml.js';
import { TwimlFault } from './twiml-attributes.js';

const parse = (verbs: string, base: string | null = 'https://app.test/calls/twiml?x=1') =>
  parseTwiml(`<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`, base);

const COMPLETED_ONLY = { callback: null, events: ['completed'] };

describe('parseTwiml', () => {
  it.each([
    ['<Say>Hello</Say>', { verb: 'Say', text: 'Hello', times: 1 }],
    [
      '<Say loop="2" voice="alice">Tom &amp; &#39;Jerry&#39;</Say>',
      { verb: 'Say', text: "Tom & 'Jerry'", times: 2 },
    ],
    ['<Say loop="0">Hello</Say>', { verb: 'Say', text: 'Hello', times: Number.POSITIVE_INFINITY }],
    [
      '<Say>Hello <emphasis>big</emphasis>\n  world</Say>',
      { verb: 'Say', text: 'Hello big world', times: 1 },
    ],
    ['<Say><![CDATA[a < b]]></Say>', { verb: 'Say', text: 'a < b', times: 1 }],
    ['<Play>https://example.com/a.mp3</Play>', { verb: 'Play', digits: null, times: 1 }],
    ['<Play digits="1w2" loop="3"/>', { verb: 'Play', digits: '1w2', times: 3 }],
    ['<Pause/>', { verb: 'Pause', seconds: 1 }],
    ['<Pause length="7"/>', { verb: 'Pause', seconds: 7 }],
    ['<Pause length="long"/>', { verb: 'Pause', seconds: 1 }],
    ['<Hangup/>', { verb: 'Hangup' }],
    ['<Reject/>', { verb: 'Reject', reason: 'rejected' }],
    ['<Reject reason="busy"/>', { verb: 'Reject', reason: 'busy' }],
    [
      '<Redirect>https://b.test/</Redirect>',
      { verb: 'Redirect', to: { url: 'https://b.test/', method: 'POST' } },
    ],
    [
      '<Redirect method="get"> next?a=1&amp;b=2#rc=1 </Redirect>',
      { verb: 'Redirect', to: { url: 'https://app.test/calls/next?a=1&b=2#rc=1', method: 'GET' } },
    ],
    [
      '<Record/>',
      {
        verb: 'Record',
        action: null,
        silenceSeconds: 5,
        longestSeconds: 3600,
        recording: { channels: 1, track: 'inbound', callback: null, events: ['completed'] },
      },
    ],
    [
      '<Dial>+13125550150</Dial>',
      {
        verb: 'Dial',
        action: null,
        to: '+13125550150',
        callerId: null,
        ringSeconds: 30,
        limitSeconds: 14_400,
        status: COMPLETED_ONLY,
      },
    ],
    [
      '<Dial action="/done" timeout="9" timeLimit="60" callerId="+13125550199"><Number statusCallback="/leg" statusCallbackEvent="answered ringing">+13125550150</Number></Dial>',
      {
        verb: 'Dial',
        action: { url: 'https://app.test/done', method: 'POST' },
        to: '+13125550150',
        callerId: '+13125550199',
        ringSeconds: 9,
        limitSeconds: 60,
        status: {
          callback: { url: 'https://app.test/leg', method: 'POST' },
          events: ['ringing', 'answered'],
        },
      },
    ],
  ])('reads %s', (verbs, expected) => {
    expect(parse(verbs)).toEqual([expected]);
  });

  it('keeps the order of the verbs, and takes a document without any', () => {
    expect(parse('<Say>a</Say><!-- then --><Pause/><Say>b</Say>').map(({ verb }) => verb)).toEqual([
      'Say',
      'Pause',
      'Say',
    ]);
    expect(parse('')).toEqual([]);
    expect(parseTwiml('<Response/>', null)).toEqual([]);
  });

  it('reads what the official SDK writes', () => {
    const response = new twilio.twiml.VoiceResponse();
    response.say({ voice: 'Polly.Joanna' }, 'Good "evening" & <welcome>');
    response.pause({ length: 2 });
    response.redirect({ method: 'GET' }, 'https://app.test/next?a=1&b=2');
    expect(parseTwiml(String(response), null)).toEqual([
      { verb: 'Say', text: 'Good "evening" & <welcome>', times: 1 },
      { verb: 'Pause', seconds: 2 },
      { verb: 'Redirect', to: { url: 'https://app.test/next?a=1&b=2', method: 'GET' } },
    ]);
  });

  it.each([
    ['nothing', '', 12100],
    ['no XML', 'Hello', 12100],
    ['broken XML', '<Response><Say></Response>', 12100],
    ['two roots', '<Response/><Response/>', 12100],
    ['another root', '<html/>', 12100],
    ['an unknown verb', '<Response><Say>Hi</Say><Shout/></Response>', 12200],
    ['a verb in the wrong case', '<Response><say>Hi</say></Response>', 12200],
    ['a verb that is an Object method', '<Response><toString/></Response>', 12200],
    ['a name that the parser fears', '<Response><constructor/></Response>', 12100],
    ['a speech that is too long', `<Response><Say>${'x'.repeat(4097)}</Say></Response>`, 13520],
    ['a dial to nobody', '<Response><Dial/></Response>', 13224],
    ['a dial to a name', '<Response><Dial>Ava</Dial></Response>', 13224],
    [
      'a dial to several',
      '<Response><Dial><Number>+13125550150</Number><Number>+13125550151</Number></Dial></Response>',
      12200,
    ],
    ['a dial to a conference', '<Response><Dial><Conference>room</Conference></Dial></Response>', 12200],
    [
      'a relative address in a document without one',
      '<Response><Redirect>/next</Redirect></Response>',
      11100,
    ],
  ])('refuses %s', (_what, document, code) => {
    expect(() => parseTwiml(document, null)).toThrow(expect.objectContaining({ code }));
  });

  it('fails for a reason or not at all, whatever it is given', () => {
    const verbs = [
      'Say',
      'Play',
      'Pause',
      'Hangup',
      'Reject',
      'Redirect',
      'Record',
      'Dial',
      'Number',
      'Shout',
    ];
    const element = fc
      .tuple(
        fc.constantFrom(...verbs),
        fc.constantFrom('length', 'loop', 'action', 'timeout'),
        fc.string(),
        fc.string(),
      )
      .map(([name, attribute, value, text]) => `<${name} ${attribute}="${value}">${text}</${name}>`);
    const document = fc.oneof(
      fc.string(),
      fc.array(element).map((elements) => `<Response>${elements.join('')}</Response>`),
    );
    fc.assert(
      fc.property(document, (text) => {
        try {
          expect(Array.isArray(parseTwiml(text, 'https://app.test/'))).toBe(true);
        } catch (fault) {
          expect(fault).toBeInstanceOf(TwimlFault);
        }
      }),
    );
  });
});
