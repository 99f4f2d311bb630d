import { mergeAudio, presentSound, type AudioPayload } from './audio-metrics.js';

const STREAM = { loss_pct: 0.08, jitter_ms: 3.5, mos: null };

const estimated = (more: Partial<AudioPayload> = {}): AudioPayload => ({
  codec: null,
  inbound: null,
  outbound: null,
  rtt_ms: null,
  words_per_minute: 162,
  source: 'estimated',
  ...more,
});
const measured = (more: Partial<AudioPayload> = {}): AudioPayload => ({
  codec: 'PCMU',
  inbound: STREAM,
  outbound: STREAM,
  rtt_ms: null,
  words_per_minute: null,
  source: 'carrier',
  ...more,
});
const PARTIAL = measured({ outbound: null });

describe('audio_metrics', () => {
  it('say what the carrier measured in the words of the contract', () => {
    const stream = { lossPercent: 0.08, jitterMs: 3.5, mos: null };
    const quality = { codec: 'PCMU', inbound: stream, outbound: null, roundTripMs: 58 };
    expect(presentSound(quality)).toEqual(measured({ outbound: null, rtt_ms: 58 }));
  });

  it.each<[string, AudioPayload | null, AudioPayload | null, AudioPayload | null]>([
    ['nothing and nothing', null, null, null],
    ['an estimate alone', null, estimated(), estimated()],
    ['figures of a call without a conversation', null, measured(), measured()],
    ['an estimate that nothing comes to', estimated(), null, estimated()],
    ['an estimate, then figures', estimated(), measured(), measured({ words_per_minute: 162 })],
    ['figures, then an estimate', measured(), estimated(), measured({ words_per_minute: 162 })],
    [
      'a newer estimate',
      estimated(),
      estimated({ words_per_minute: 150 }),
      estimated({ words_per_minute: 150 }),
    ],
    [
      'figures, then all of them',
      { ...PARTIAL, words_per_minute: 162 },
      measured(),
      measured({ words_per_minute: 162 }),
    ],
    [
      'a round trip that only the relay told',
      estimated({ rtt_ms: 148 }),
      measured(),
      measured({ rtt_ms: 148, words_per_minute: 162 }),
    ],
    [
      'a round trip that both told',
      measured({ rtt_ms: 58 }),
      estimated({ rtt_ms: 148 }),
      measured({ rtt_ms: 58, words_per_minute: 162 }),
    ],
  ])('of %s', (_, before, next, merged) => {
    expect(mergeAudio(before, next)).toEqual(merged);
  });
});
