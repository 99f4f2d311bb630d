import { parseTwiml } from './twiml.js';
import type { RelayOrder } from './relay-order.js';

const parse = (attributes: string, children = ''): RelayOrder => {
  const [verb] = parseTwiml(
    `<Response><Connect><ConversationRelay ${attributes}>${children}</ConversationRelay></Connect></Response>`,
    null,
  );
  if (verb?.verb !== 'Connect') throw new Error('no Connect');
  return verb.relay;
};
const URL = 'url="wss://app.test/relay/42"';

describe('<ConversationRelay>', () => {
  it('has a default for everything but its url', () => {
    expect(parse(URL)).toEqual({
      url: 'wss://app.test/relay/42',
      greeting: null,
      greetingInterruptible: 'any',
      interruptible: 'any',
      reportedInput: 'none',
      language: 'en-US',
      dtmfDetection: false,
      partialPrompts: false,
      ignoreBackchannel: false,
      speechTimeoutSeconds: 0.7,
      events: { speaker: false, tokens: false, debugging: false },
      parameters: {},
    });
  });

  it('takes what is written', () => {
    const relay = parse(
      `${URL} welcomeGreeting="Tom &amp; Ava" interruptible="false" welcomeGreetingInterruptible="dtmf"
       language="de-DE" dtmfDetection="true" speechTimeout="1200" events="speaker-events tokens-played"
       debug="debugging" reportInputDuringAgentSpeech="speech" ignoreBackchannel="true" partialPrompts="true"`,
      '<Language code="de-DE" voice="x"/><Parameter name="callId" value="7"/>',
    );
    expect(relay).toMatchObject({
      greeting: 'Tom & Ava',
      interruptible: 'none',
      greetingInterruptible: 'dtmf',
      reportedInput: 'speech',
      language: 'de-DE',
      dtmfDetection: true,
      partialPrompts: true,
      ignoreBackchannel: true,
      speechTimeoutSeconds: 1.2,
      events: { speaker: true, tokens: true, debugging: true },
      parameters: { callId: '7' },
    });
  });

  it.each(['ws://127.0.0.1:1/', 'ws://localhost/', 'ws://[::1]:1/a', 'wss://app.test/?a=1'])(
    'connects to %s',
    (url) => {
      expect(parse(`url="${url}"`).url).toBe(url);
    },
  );

  it.each([
    ['', ''],
    ['url="ws://app.test/"', ''],
    ['url="https://app.test/"', ''],
    ['url="wss://app.test/#a"', ''],
    ['url="/relay"', ''],
    [`${URL} interruptible="sometimes"`, ''],
    [`${URL} speechTimeout="100"`, ''],
    [URL, '<Voice/>'],
  ])('is refused with %s%s', (attributes, children) => {
    expect(() => parse(attributes, children)).toThrow(/ConversationRelay|Schema/);
  });

  it('is the only noun of <Connect>', () => {
    const connect = (nouns: string) => () =>
      parseTwiml(`<Response><Connect>${nouns}</Connect></Response>`, null);
    expect(connect('<Stream url="wss://a.test/"/>')).toThrow('<Stream>');
    expect(connect('')).toThrow('<Connect>');
    expect(connect(`<ConversationRelay ${URL}/><Stream/>`)).toThrow('<Stream>');
  });
});
