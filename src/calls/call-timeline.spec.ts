import type { Interruption, ToolUse, TurnEvent } from './call-diagnostics.dto.js';
import type { CallPayload } from './call.dto.js';
import { timelineOf } from './call-timeline.js';
import type { Utterance } from './transcript.dto.js';

type Drawn = Parameters<typeof timelineOf>[0];

const said = (index: number, more: Partial<Utterance>): Utterance => ({
  index,
  turn: index + 1,
  speaker: 'agent',
  speaker_label: 'Agent',
  text: 'one two three',
  start_ms: 0,
  end_ms: 1_000,
  started_at: null,
  ended_at: null,
  confidence: null,
  interrupted: false,
  text_unspoken: null,
  language: null,
  tool_call_ids: [],
  words: null,
  ...more,
});

const drawn = (call: Partial<Drawn>) => timelineOf({ call_duration: 10, ...call });

const LATENCY = {
  unit: 'ms',
  e2e: null,
  stt: null,
  llm: null,
  tts: null,
  tool: null,
  first_response_ms: null,
} as const;

const latency = (turn: number, e2e: number | null): CallPayload['latency_metrics'] => ({
  ...LATENCY,
  turns: [{ turn, e2e, stt: null, llm: null, tts: null, tool: null }],
});

const BARGE_IN: Interruption = {
  id: 'int_1',
  turn: 1,
  by: 'customer',
  kind: 'barge-in',
  at: '2026-01-15T10:30:00.000Z',
  offset_ms: 800,
  spoken_ms: 800,
  agent_text_spoken: 'one',
  agent_text_unspoken: 'two three',
  customer_text: 'Stop',
  agent_resumed: false,
};

const tool = (offset_ms: number | null): ToolUse => ({
  tool_call_id: 'call_1',
  name: 'look_up',
  source: 'http',
  arguments: {},
  result: null,
  status: 'failed',
  error: 'HTTP 503',
  turn: 1,
  offset_ms,
  started_at: null,
  ended_at: null,
  latency_ms: 90,
});

const event = (type: TurnEvent['type'], offset_ms: number, data: TurnEvent['data'] = null): TurnEvent => ({
  seq: 1,
  type,
  turn: null,
  actor: 'platform',
  at: '2026-01-15T10:30:00.000Z',
  offset_ms,
  data,
});

describe('the timeline of a call', () => {
  it.each<[string, Utterance[]]>([
    ['nothing was said', []],
    ['nobody knows who spoke when', [said(0, { start_ms: null, end_ms: null })]],
  ])('is none where %s', (_, transcript_formatted) => {
    expect(drawn({ transcript_formatted })).toBeNull();
  });

  it('has a lane for the agent and one for everybody else', () => {
    const speakers = ['agent', 'customer', 'system', 'transfer_target', 'unknown'] as const;
    const transcript_formatted = speakers.map((speaker, index) => said(index, { speaker }));
    expect(drawn({ transcript_formatted })?.speech.map(({ lane }) => lane)).toEqual([
      'agent',
      'customer',
      'agent',
      'customer',
      'customer',
    ]);
  });

  it.each<[string, Partial<Drawn>, number]>([
    ['as the call', {}, 10_000],
    ['as what was said last, if the call was shorter', { call_duration: 0 }, 1_000],
    ['as what happened last', { turn_events: [event('silence', 12_000)] }, 12_000],
  ])('is as long %s', (_, more, length) => {
    expect(drawn({ transcript_formatted: [said(0, {})], ...more })?.lengthMs).toBe(length);
  });

  it('guesses the end of what has none by its words', () => {
    expect(drawn({ transcript_formatted: [said(0, { end_ms: null })] })?.speech[0]?.endMs).toBe(1_200);
  });

  it.each([
    [900, [{ turn: 2, startMs: 2_100, endMs: 3_000, isSlow: false }]],
    [2_500, [{ turn: 2, startMs: 500, endMs: 3_000, isSlow: true }]],
    [9_000, [{ turn: 2, startMs: 0, endMs: 3_000, isSlow: true }]],
    [null, []],
  ])('draws an answer of %p ms before the agent’s words of its turn', (e2e, gaps) => {
    const transcript_formatted = [
      said(0, { turn: 2, speaker: 'customer' }),
      said(1, { turn: 2, start_ms: 3_000, end_ms: 4_000 }),
      said(2, { turn: 2, start_ms: 5_000, end_ms: 6_000 }),
    ];
    expect(drawn({ transcript_formatted, latency_metrics: latency(2, e2e) })?.gaps).toEqual(gaps);
  });

  it('marks interruptions, tools and what else happened, in order, from the answer on', () => {
    const marks = drawn({
      transcript_formatted: [said(0, {})],
      interruptions: [BARGE_IN],
      tool_usage: [tool(400), tool(null)],
      turn_events: [
        event('error', -5),
        event('tool.failed', 490),
        event('dtmf', 900, { digits: '12' }),
        event('call.ended', 10_000),
      ],
    })?.marks;
    expect(marks).toEqual([
      { kind: 'tool', atMs: 400, title: 'Tool look_up', detail: 'HTTP 503', unspoken: null, isBad: true },
      {
        kind: 'interruption',
        atMs: 800,
        title: 'The customer broke in',
        detail: 'Stop',
        unspoken: 'two three',
        isBad: true,
      },
      { kind: 'event', atMs: 900, title: 'Keys pressed', detail: '12', unspoken: null, isBad: false },
    ]);
  });

  it.each(['backchannel', 'false'] as const)('shows a %s as no interruption', (kind) => {
    const interruptions = [Object.assign({}, BARGE_IN, { kind })];
    const marks = drawn({ transcript_formatted: [said(0, {})], interruptions })?.marks;
    expect(marks).toMatchObject([{ kind: 'aside', isBad: false }]);
  });

  it.each([
    [1, 2],
    [12, 13],
    [13, 7],
    [60, 13],
    [61, 7],
    [600, 11],
    [14_400, 9],
  ])('of %i seconds has %i numbers on its axis', (seconds, count) => {
    expect(drawn({ call_duration: seconds, transcript_formatted: [said(0, {})] })?.tickMs).toHaveLength(
      count,
    );
  });
});
