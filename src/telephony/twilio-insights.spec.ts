import { soundQuality } from './twilio-insights.js';

const NOWHERE = { carrierEdge: null, sipEdge: null, clientEdge: null };

/** The example of Twilio's own documentation. */
const MEASURED = {
  properties: {
    media_region: 'us1',
    signaling_region: 'us1',
    edge_location: 'ashburn',
    direction: 'outbound',
  },
  metrics: {
    inbound: {
      codec: 0,
      codec_name: 'pcmu',
      packets_received: 202,
      packets_lost: 0,
      packets_loss_percentage: 0,
      jitter: { max: 1.48209, avg: 0.483035 },
      latency: { max: 64.1, avg: 60.2 },
    },
    outbound: {
      codec: 0,
      codec_name: 'pcmu',
      packets_sent: 218,
      packets_lost: 1,
      packets_loss_percentage: 0.458716,
      jitter: { max: 0.51868, avg: 0.364434 },
    },
  },
};

const IN_OUR_WORDS = {
  codec: 'PCMU',
  inbound: { lossPercent: 0, jitterMs: 0.483, mos: null },
  outbound: { lossPercent: 0.459, jitterMs: 0.364, mos: null },
  // What Twilio calls latency is the way through its own gateways, not the way to the customer and back.
  roundTripMs: null,
};

const withInbound = (inbound: unknown) => ({ metrics: { inbound, outbound: null } });
const onlyInbound = (given: object) => ({
  inbound: { lossPercent: null, jitterMs: null, mos: null, ...given },
});

describe('the sound of a call, as Voice Insights tell it', () => {
  it.each([
    ['a call over the telephone network', { carrierEdge: MEASURED }],
    ['a call to a SIP device', { sipEdge: MEASURED }],
    ['a call to an app', { clientEdge: MEASURED }],
    ['an edge without figures before the one that has them', { carrierEdge: {}, sipEdge: MEASURED }],
  ])('%s', (_, edges) => {
    expect(soundQuality({ ...NOWHERE, ...edges })).toEqual(IN_OUR_WORDS);
  });

  it.each([
    [
      'a score and a round trip, where they are told',
      { mos: { avg: 4.387 }, rtt: { avg: 58.4 } },
      { mos: 4.39 },
      58,
    ],
    ['a loss that is no share', { packets_loss_percentage: 101, jitter: { avg: 2 } }, { jitterMs: 2 }, null],
    ['a jitter below nothing', { packets_loss_percentage: 1, jitter: { avg: -2 } }, { lossPercent: 1 }, null],
    ['a score that is none', { mos: { avg: 9 }, jitter: { avg: 2 } }, { jitterMs: 2 }, null],
    ['text for a figure', { packets_loss_percentage: '3', jitter: { avg: 2 } }, { jitterMs: 2 }, null],
    ['a figure for an average', { packets_loss_percentage: 3, jitter: 2 }, { lossPercent: 3 }, null],
  ])('reads %s', (_, inbound, known, roundTripMs) => {
    expect(soundQuality({ ...NOWHERE, carrierEdge: withInbound(inbound) })).toEqual({
      codec: null,
      ...onlyInbound(known),
      outbound: null,
      roundTripMs,
    });
  });

  it.each([
    ['no edge', null],
    ['an edge that says nothing', {}],
    ['an edge that was never measured', { properties: {}, metrics: null }],
    ['directions that say nothing', { metrics: { inbound: {}, outbound: {} } }],
    ['directions that are none', { metrics: { inbound: 'good', outbound: [] } }],
    ['something else', 'good'],
  ])('of %s is not known', (_, carrierEdge) => {
    expect(soundQuality({ ...NOWHERE, carrierEdge })).toBeNull();
  });
});
