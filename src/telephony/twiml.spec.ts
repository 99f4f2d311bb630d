import type { RelayOrder } from './carrier.js';
import { farewell, hangUp, reject, relay, transfer } from './twiml.js';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

describe('the documents that answer Twilio', () => {
  it('hang up', () => {
    expect(hangUp()).toEqual({ contentType: 'text/xml', body: `${XML}<Response><Hangup/></Response>` });
  });

  it.each(['busy', 'rejected'] as const)('reject as %s', (reason) => {
    expect(reject(reason).body).toBe(`${XML}<Response><Reject reason="${reason}"/></Response>`);
  });

  it('say a text as it is, whatever characters are in it, and hang up', () => {
    const speech = { text: 'Tom & "Jerry" <3 – naïve 😀', language: 'en-US', voice: 'Polly.Joanna' };
    const { body } = farewell(speech);
    expect(body).toBe(
      `${XML}<Response><Say language="en-US" voice="Polly.Joanna">` +
        `Tom &amp; "Jerry" &lt;3 – naïve 😀</Say><Hangup/></Response>`,
    );
  });

  it('leave out what XML cannot hold', () => {
    expect(farewell({ text: 'a\u0000b\u001Bc\uD800d\uFFFEe\tf' }).body).toBe(
      `${XML}<Response><Say>abcde\tf</Say><Hangup/></Response>`,
    );
  });

  it('cut a long text into several, whole characters each, and lose none', () => {
    const text = '😀'.repeat(9000);
    const said = [...farewell({ text }).body.matchAll(/<Say>(.*?)<\/Say>/gu)].map(([, part]) => part ?? '');
    expect(said.join('')).toBe(text);
    expect(Math.max(...said.map((part) => part.length))).toBeLessThanOrEqual(8000);
    expect(said).toHaveLength(3);
  });

  it('say nothing for an empty text', () => {
    expect(farewell({ text: '' }).body).toBe(`${XML}<Response><Hangup/></Response>`);
  });
});

const RELAY: RelayOrder = {
  socket: '/voice/relay/o/c/t',
  ended: '/ended',
  greeting: 'Hi "Ada" & co.',
  language: 'en-US',
  voice: 'Google.en-US-Journey-O',
  interruptible: true,
  hints: ['Brightline', 'Ada <3'],
  parameters: { callId: 'c' },
};
const URLS = {
  socket: 'wss://voice.example.com/voice/relay/o/c/t',
  ended: 'https://voice.example.com/ended#rc=2&rp=5xx',
};

describe('the document that begins a conversation', () => {
  it('names the socket, the greeting, how to hear and how to speak, and where to ask afterwards', () => {
    expect(relay(RELAY, URLS).body).toBe(
      `${XML}<Response><Connect action="https://voice.example.com/ended#rc=2&amp;rp=5xx" method="POST">` +
        '<ConversationRelay url="wss://voice.example.com/voice/relay/o/c/t" ' +
        'welcomeGreeting="Hi &quot;Ada&quot; &amp; co." language="en-US" ttsProvider="Google" ' +
        'voice="en-US-Journey-O" interruptible="any" welcomeGreetingInterruptible="any" ' +
        'hints="Brightline, Ada &lt;3" dtmfDetection="true" events="speaker-events tokens-played">' +
        '<Parameter name="callId" value="c"/></ConversationRelay></Connect></Response>',
    );
  });

  it('leaves out what there is none of, and the greeting of a conversation that is taken up again', () => {
    const { body } = relay(
      { ...RELAY, greeting: null, voice: null, hints: [], interruptible: false, parameters: {} },
      URLS,
    );
    expect(body).not.toMatch(/welcomeGreeting=|voice=|ttsProvider|hints|Parameter/);
    expect(body).toContain('interruptible="none"');
  });
});

describe('the document that transfers a call', () => {
  it('rings the other one under our number, and asks what next', () => {
    const order = {
      to: '+13125550142',
      callerId: '+13125550199',
      ended: '/transferred',
      ringTimeoutSeconds: 25,
      maxDurationSeconds: 600,
    } as const;
    expect(transfer(order, 'https://voice.example.com/t#rc=2').body).toBe(
      `${XML}<Response><Dial action="https://voice.example.com/t#rc=2" method="POST" callerId="+13125550199" ` +
        'timeout="25" timeLimit="600" answerOnBridge="true"><Number>+13125550142</Number></Dial></Response>',
    );
  });
});

describe('the document that says goodbye', () => {
  it('says the text and hangs up', () => {
    expect(farewell({ text: 'Goodbye.', language: 'en-US' }).body).toBe(
      `${XML}<Response><Say language="en-US">Goodbye.</Say><Hangup/></Response>`,
    );
  });
});
