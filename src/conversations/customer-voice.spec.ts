import { CustomerVoice } from './customer-voice.js';

describe('an utterance of the customer', () => {
  it.each([
    [
      'once',
      [
        [true, 10],
        [false, 20],
      ],
      { startedAt: 10, endedAt: 20 },
    ],
    [
      'with a pause',
      [
        [true, 10],
        [false, 20],
        [true, 1_000],
        [false, 1_500],
      ],
      { startedAt: 10, endedAt: 1_500 },
    ],
    [
      'long after a noise',
      [
        [true, 10],
        [false, 20],
        [true, 5_000],
        [false, 6_000],
      ],
      { startedAt: 5_000, endedAt: 6_000 },
    ],
    ['still', [[true, 10]], { startedAt: 10, endedAt: null }],
    ['without a beginning', [[false, 20]], { startedAt: null, endedAt: null }],
    ['unheard', [], { startedAt: null, endedAt: null }],
  ] as [string, [boolean, number][], unknown][])('is heard %s', (_, heard, times) => {
    const voice = new CustomerVoice();
    for (const [on, at] of heard) voice.speaking(on, at);
    expect(voice.utterance()).toEqual(times);
    expect(voice.utterance()).toEqual({ startedAt: null, endedAt: null });
    expect(voice.utterances).toBe(2);
  });
});
