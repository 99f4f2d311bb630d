import { mp3, wav } from './media.js';

const whole = (media: ReturnType<typeof wav>) => media.slice(0, media.bytes);

describe('wav', () => {
  it('is µ-law at 8 kHz whose header tells its length', () => {
    const bytes = whole(wav(3, 1));
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect([bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(24)]).toEqual([7, 1, 8000]);
    expect(bytes.readUInt32LE(54)).toBe(3 * 8000);
    expect(bytes).toHaveLength(58 + 3 * 8000);
  });

  it('carries a tone, on the second of two channels', () => {
    const mono = whole(wav(1, 1)).subarray(58);
    expect(new Set(mono).size).toBeGreaterThan(20);
    const dual = whole(wav(1, 2)).subarray(58);
    expect(dual).toHaveLength(16_000);
    const channel = (number: number) => dual.filter((_, index) => index % 2 === number);
    expect(new Set(channel(0))).toEqual(new Set([0xff]));
    expect(Buffer.from(channel(1)).equals(mono)).toBe(true);
  });

  it('gives any part the same as the whole does', () => {
    const media = wav(2, 2);
    for (const [start, end] of [
      [0, 10],
      [50, 70],
      [31_000, 99_999],
      [99_999, 100_000],
    ] as const)
      expect(media.slice(start, end).equals(whole(media).subarray(start, end))).toBe(true);
  });
});

describe('mp3', () => {
  it('is whole frames of MPEG-2 layer III for the length', () => {
    const bytes = whole(mp3(2));
    expect(bytes).toHaveLength(56 * 72);
    for (let frame = 0; frame < bytes.length; frame += 72) expect(bytes.readUInt32BE(frame)).toBe(0xfff328c0);
  });
});
