import { readCallOrder } from './call-order.js';

const read = (form: Record<string, unknown>) =>
  readCallOrder(
    { To: '+13125550150', From: '+13125550199', Url: 'https://app.test/twiml', ...form },
    (number) => number === '+13125550199',
  );

describe('readCallOrder', () => {
  it('fills in every default', () => {
    expect(read({})).toEqual({
      to: '+13125550150',
      from: '+13125550199',
      instructions: { url: 'https://app.test/twiml', method: 'POST' },
      fallback: null,
      status: { callback: null, events: ['completed'] },
      ringSeconds: 60,
      limitSeconds: 14_400,
      detection: null,
      recording: null,
    });
  });

  it('reads what was asked for', () => {
    const order = read({
      Method: 'GET',
      FallbackUrl: 'https://app.test/fallback',
      StatusCallback: 'https://app.test/status#rc=2',
      StatusCallbackEvent: ['completed', 'initiated'],
      Timeout: '20',
      TimeLimit: '600',
      MachineDetection: 'DetectMessageEnd',
      MachineDetectionTimeout: '40',
      MachineDetectionSilenceTimeout: '3000',
      AsyncAmd: 'true',
      AsyncAmdStatusCallback: 'https://app.test/amd',
      Record: 'true',
      RecordingChannels: 'dual',
      RecordingTrack: 'inbound',
      RecordingStatusCallback: 'https://app.test/recording',
      RecordingStatusCallbackEvent: ['in-progress', 'completed'],
    });
    expect(order).toMatchObject({
      instructions: { method: 'GET' },
      fallback: { url: 'https://app.test/fallback', method: 'POST' },
      status: { callback: { url: 'https://app.test/status#rc=2' }, events: ['initiated', 'completed'] },
      ringSeconds: 20,
      limitSeconds: 600,
      detection: {
        mode: 'DetectMessageEnd',
        timeoutSeconds: 40,
        silenceSeconds: 3,
        async: true,
        callback: { url: 'https://app.test/amd' },
      },
      recording: { channels: 2, track: 'inbound', events: ['in-progress', 'completed'] },
    });
  });

  it.each([
    [
      'Url before Twiml',
      { Twiml: '<Response/>' },
      { instructions: { url: 'https://app.test/twiml', method: 'POST' } },
    ],
    ['Twiml without Url', { Url: '', Twiml: '<Response/>' }, { instructions: { twiml: '<Response/>' } }],
    ['no more than ten minutes of ringing', { Timeout: '9999' }, { ringSeconds: 600 }],
    [
      'no detection when digits are sent',
      { MachineDetection: 'Enable', SendDigits: '1' },
      { detection: null },
    ],
    [
      'events in one text',
      { StatusCallbackEvent: 'ringing answered' },
      { status: { events: ['ringing', 'answered'] } },
    ],
    ['the last of a repeated parameter', { Timeout: ['10', '15'] }, { ringSeconds: 15 }],
    ['SIP addresses', { To: 'sip:ava@example.com' }, { to: 'sip:ava@example.com' }],
    ['clients', { To: 'client:ava' }, { to: 'client:ava' }],
  ])('takes %s', (_what, form, order) => {
    expect(read(form)).toMatchObject(order);
  });

  it.each([
    ['To', '+1', 21211],
    ['To', '+0312555015', 21211],
    ['To', '+13125550150x', 21211],
    ['Url', '/twiml', 21205],
    ['Url', 'ftp://app.test/', 21205],
    ['Method', 'PUT', 20001],
    ['FallbackUrl', 'nowhere', 21205],
    ['StatusCallback', 'nowhere', 21609],
    ['StatusCallbackEvent', 'busy', 20001],
    ['Timeout', 'soon', 20001],
    ['TimeLimit', '14401', 20001],
    ['MachineDetection', 'enable', 20001],
  ])('refuses %s=%s with %d', (name, value, code) => {
    expect(() => read({ [name]: value })).toThrow(expect.objectContaining({ code }));
  });

  it('checks the parameters of detection and recording only when they are asked for', () => {
    expect(read({ MachineDetectionTimeout: '99', RecordingChannels: 'three' })).toBeDefined();
    expect(() => read({ MachineDetection: 'Enable', MachineDetectionTimeout: '99' })).toThrow(
      'MachineDetectionTimeout',
    );
    expect(() => read({ Record: 'true', RecordingChannels: 'three' })).toThrow('RecordingChannels');
  });
});
