/** A recording's file: nothing of it is stored, every byte follows from its position. */
export interface Media {
  readonly contentType: string;
  readonly bytes: number;
  /** The bytes from `start` up to, not including, `end`. */
  slice(start: number, end: number): Buffer;
}

const SAMPLES_PER_SECOND = 8000;
const SILENCE = 0xff;
/** 25 ms hold exactly eleven waves of 440 Hz. */
const TONE = Array.from({ length: 200 }, (_, index) =>
  muLaw(0.2 * Math.sin((2 * Math.PI * 11 * index) / 200)),
);

/** ITU-T G.711 µ-law of a sample between -1 and 1. */
function muLaw(sample: number): number {
  const magnitude = Math.min(32_635, Math.round(Math.abs(sample) * 32_767)) + 132;
  const exponent = Math.max(0, Math.floor(Math.log2(magnitude)) - 7);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** A RIFF header for µ-law audio: format chunk of 18 bytes, fact chunk, data chunk. */
function wavHeader(samples: number, channels: number): Buffer {
  const header = Buffer.alloc(58);
  const dataBytes = samples * channels;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(50 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20); // WAVE_FORMAT_MULAW
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(samples, 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(dataBytes, 54);
  return header;
}

/** A quiet tone of this length; with two channels it is on the second, the agent's, and the first is silent. */
export function wav(seconds: number, channels: 1 | 2): Media {
  const samples = seconds * SAMPLES_PER_SECOND;
  const header = wavHeader(samples, channels);
  const sampleAt = (index: number): number => {
    if (channels === 2 && index % 2 === 0) return SILENCE;
    return TONE[Math.floor(index / channels) % TONE.length] ?? SILENCE;
  };
  const byteAt = (index: number): number => header[index] ?? sampleAt(index - header.length);
  return generated('audio/x-wav', header.length + samples * channels, byteAt);
}

/** MPEG-2 layer III, 16 kbit/s, 16 kHz, mono: a header, and zeroes for an empty spectrum. 576 samples each. */
const SILENT_FRAME = Buffer.concat([Buffer.from([0xff, 0xf3, 0x28, 0xc0]), Buffer.alloc(68)]);
const FRAME_SECONDS = 0.036;

/** Silence of this length. */
export function mp3(seconds: number): Media {
  const frames = Math.ceil(seconds / FRAME_SECONDS);
  return generated(
    'audio/mpeg',
    frames * SILENT_FRAME.length,
    (index) => SILENT_FRAME[index % SILENT_FRAME.length] ?? 0,
  );
}

const generated = (contentType: string, bytes: number, byteAt: (index: number) => number): Media => ({
  contentType,
  bytes,
  slice: (start, end) => {
    const part = Buffer.alloc(Math.max(0, Math.min(end, bytes) - start));
    for (let offset = 0; offset < part.length; offset += 1) part[offset] = byteAt(start + offset);
    return part;
  },
});
