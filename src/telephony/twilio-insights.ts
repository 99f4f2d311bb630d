import { z } from 'zod';
import type { SoundQuality, StreamQuality } from './carrier.js';

/**
 * What Twilio's Voice Insights tell of a call's sound, in our words. The SDK leaves the edges untyped; what is not a
 * figure, or cannot be one, is not known.
 * Source: https://www.twilio.com/docs/voice/voice-insights/api/call/details-call-summary#edges-and-their-properties
 */

/** The parts of a Call Summary that are read. */
interface Summary {
  /** The gateway to the telephone network: what ordinary calls have. */
  carrierEdge: unknown;
  /** The gateway to SIP devices, and to apps and browsers. */
  sipEdge: unknown;
  clientEdge: unknown;
}

const figure = (max = Number.MAX_SAFE_INTEGER, min = 0) =>
  z.number().min(min).max(max).nullable().catch(null);
const average = (max?: number, min?: number) =>
  z
    .object({ avg: figure(max, min) })
    .catch({ avg: null })
    .transform(({ avg }) => avg);

const stream = z.object({
  codec_name: z.string().min(1).max(50).nullable().catch(null),
  packets_loss_percentage: figure(100),
  jitter: average(),
  mos: average(5, 1),
  rtt: average(),
});
type Stream = z.infer<typeof stream>;

const direction = stream.nullable().catch(null);
const edge = z.object({ metrics: z.object({ inbound: direction, outbound: direction }) });

/**
 * The first edge that has measured anything. Its inbound stream is what Twilio received of the customer, the outbound
 * one what it sent there. Null when nothing was measured, as in calls that were over at once.
 */
export function soundQuality({ carrierEdge, sipEdge, clientEdge }: Summary): SoundQuality | null {
  const measured = [carrierEdge, sipEdge, clientEdge].map(qualityAt).find((quality) => quality !== null);
  return measured ?? null;
}

function qualityAt(given: unknown): SoundQuality | null {
  const { data } = edge.safeParse(given);
  if (!data) return null;
  const { inbound, outbound } = data.metrics;
  const quality = {
    codec: (inbound?.codec_name ?? outbound?.codec_name)?.toUpperCase() ?? null,
    inbound: streamQuality(inbound),
    outbound: streamQuality(outbound),
    roundTripMs: rounded(inbound?.rtt ?? outbound?.rtt ?? null, 0),
  };
  return Object.values(quality).every((value) => value === null) ? null : quality;
}

function streamQuality(measured: Stream | null): StreamQuality | null {
  const quality = {
    lossPercent: rounded(measured?.packets_loss_percentage ?? null, 3),
    jitterMs: rounded(measured?.jitter ?? null, 3),
    mos: rounded(measured?.mos ?? null, 2),
  };
  return Object.values(quality).every((value) => value === null) ? null : quality;
}

const rounded = (value: number | null, places: number): number | null =>
  value === null ? null : Number(value.toFixed(places));
