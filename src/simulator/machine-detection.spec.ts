import { detect } from './machine-detection.js';

describe('detect', () => {
  const order = { mode: 'Enable', timeoutSeconds: 30, silenceSeconds: 5 } as const;

  it.each([
    ['human', order, { answeredBy: 'human', seconds: 2.2 }],
    ['machine', order, { answeredBy: 'machine_start', seconds: 4 }],
    ['machine', { ...order, mode: 'DetectMessageEnd' }, { answeredBy: 'machine_end_beep', seconds: 9 }],
    [
      'machine',
      { ...order, mode: 'DetectMessageEnd', timeoutSeconds: 6 },
      { answeredBy: 'unknown', seconds: 6 },
    ],
    ['nobody', order, { answeredBy: 'unknown', seconds: 5 }],
    ['nobody', { ...order, silenceSeconds: 10 }, { answeredBy: 'unknown', seconds: 10 }],
    ['nobody', { ...order, timeoutSeconds: 3 }, { answeredBy: 'unknown', seconds: 3 }],
  ] as const)('%s, %j', (answeredBy, asked, result) => {
    expect(detect(answeredBy, asked)).toEqual(result);
  });
});
