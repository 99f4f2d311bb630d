import type { Entry } from './conversation-entries.js';
import { conversationRecord } from './conversation-record.js';

const ZERO = Date.UTC(2026, 0, 15, 10, 30);
const at = (ms: number): number => ZERO + ms;
const iso = (ms: number): string => new Date(at(ms)).toISOString();

const utterance = (
  turn: number,
  speaker: 'agent' | 'customer',
  text: string,
  [from, to]: [number, number] | [null, null],
  unspoken: string | null = null,
): Entry => ({
  kind: 'utterance',
  at: at(from ?? turn * 1_000),
  turn,
  speaker,
  text,
  unspoken,
  startedAt: from === null ? null : at(from),
  endedAt: to === null ? null : at(to),
  language: 'en-US',
  toolCallIds: [],
});

const speech = (speaker: 'agent' | 'customer', turn: number, from: number, to: number): Entry[] =>
  (['started', 'ended'] as const).map((what, index) => ({
    kind: 'event',
    at: at(index === 0 ? from : to),
    turn,
    type: `${speaker}.speech_${what}`,
    actor: speaker,
    data: null,
  }));

const turn = (number: number, times: Partial<Extract<Entry, { kind: 'turn' }>>): Entry => ({
  kind: 'turn',
  at: at(number * 1_000),
  turn: number,
  e2e: null,
  stt: null,
  llm: null,
  tts: null,
  tool: null,
  own: null,
  tokens: null,
  ...times,
});

const TALK: Entry[] = [
  { kind: 'opened', at: at(0), resumed: false },
  utterance(1, 'agent', 'Hello there.', [500, 1_500]),
  ...speech('agent', 1, 500, 1_500),
  utterance(2, 'customer', 'When do you open?', [2_000, 3_000]),
  ...speech('customer', 2, 2_000, 3_000),
  utterance(2, 'agent', 'We open', [3_700, 4_500], 'at nine.'),
  ...speech('agent', 2, 3_700, 4_500),
  turn(2, { e2e: 700, stt: 1, llm: 400, tts: 250, tokens: 90 }),
  {
    kind: 'interruption',
    at: at(4_500),
    turn: 2,
    type: 'barge-in',
    spokenMs: 800,
    heard: 'We open',
    unspoken: 'at nine.',
    customerText: 'And on Sundays?',
    resumed: false,
  },
  utterance(3, 'customer', 'And on Sundays?', [4_400, 5_400]),
  ...speech('customer', 3, 4_400, 5_400),
  turn(3, { e2e: 900, stt: 0, llm: 600, tts: 280, tool: 120, tokens: 110 }),
  utterance(3, 'agent', 'Closed.', [6_300, 7_000]),
  ...speech('agent', 3, 6_300, 7_000),
  { kind: 'closed', at: at(8_000), tellsSpeaking: true, roundTripMs: 148 },
];

describe('the record of a conversation', () => {
  const record = conversationRecord(TALK, ZERO, at(8_000));

  it('tells what was heard, in the order in which it was said', () => {
    expect(record.transcript).toBe(
      'Agent: Hello there.\nCustomer: When do you open?\nAgent: We open\nCustomer: And on Sundays?\nAgent: Closed.',
    );
    expect(record.transcriptFormatted[2]).toEqual({
      index: 2,
      turn: 2,
      speaker: 'agent',
      speaker_label: 'Agent',
      text: 'We open',
      start_ms: 3_700,
      end_ms: 4_500,
      started_at: iso(3_700),
      ended_at: iso(4_500),
      confidence: null,
      interrupted: true,
      text_unspoken: 'at nine.',
      language: 'en-US',
      tool_call_ids: [],
      words: null,
    });
  });

  it('counts who spoke how long', () => {
    expect(record.qualityMetrics).toEqual({
      overall_score: 97,
      issues: [],
      turn_count: 3,
      agent_talk_ms: 2_500,
      customer_talk_ms: 2_000,
      silence_ms: 3_600,
      longest_silence_ms: 1_000,
      talk_ratio: 0.556,
      interruption_count: 1,
      customer_interruptions: 1,
      agent_interruptions: 0,
      false_interruptions: 0,
      tool_calls: 0,
      tool_failures: 0,
      llm_tokens: 200,
      estimated: false,
    });
  });

  it('takes percentiles by nearest rank of what was measured', () => {
    expect(record.latencyMetrics).toMatchObject({
      unit: 'ms',
      e2e: { count: 2, min: 700, max: 900, avg: 800, p50: 700, p90: 900, p99: 900 },
      tool: { count: 1, p50: 120 },
      first_response_ms: 500,
      turns: [
        { turn: 2, e2e: 700, stt: 1, llm: 400, tts: 250, tool: null },
        { turn: 3, e2e: 900, stt: 0, llm: 600, tts: 280, tool: 120 },
      ],
    });
  });

  it('says what the relay tells of the sound, and no more', () => {
    expect(record.audioMetrics).toEqual({
      codec: null,
      inbound: null,
      outbound: null,
      rtt_ms: 148,
      words_per_minute: 120,
      source: 'estimated',
    });
  });

  it('has its events and interruptions with their places', () => {
    expect(record.turnEvents[0]).toEqual({
      seq: 1,
      type: 'agent.speech_started',
      turn: 1,
      actor: 'agent',
      at: iso(500),
      offset_ms: 500,
      data: null,
    });
    expect(record.interruptions).toEqual([
      {
        id: 'int_1',
        turn: 2,
        by: 'customer',
        kind: 'barge-in',
        at: iso(4_500),
        offset_ms: 4_500,
        spoken_ms: 800,
        agent_text_spoken: 'We open',
        agent_text_unspoken: 'at nine.',
        customer_text: 'And on Sundays?',
        agent_resumed: false,
      },
    ]);
  });

  it('knows nothing of a conversation in which nothing happened', () => {
    expect(conversationRecord([{ kind: 'opened', at: ZERO, resumed: false }], ZERO, ZERO)).toEqual({
      transcript: null,
      transcriptFormatted: [],
      qualityMetrics: null,
      latencyMetrics: null,
      audioMetrics: null,
      turnEvents: [],
      interruptions: [],
      toolUsage: [],
    });
  });

  it('leaves unknown what a carrier does not tell, and marks what it estimates', () => {
    const silent = [
      utterance(1, 'agent', 'one two three four five', [null, null]),
      utterance(2, 'customer', 'one two three', [null, null]),
      turn(2, { llm: 300 }),
      { kind: 'closed', at: at(9_000), tellsSpeaking: false, roundTripMs: null } as Entry,
    ];
    const { transcriptFormatted, qualityMetrics, latencyMetrics, audioMetrics } = conversationRecord(
      silent,
      ZERO,
      at(9_000),
    );
    expect(transcriptFormatted[0]).toMatchObject({
      start_ms: null,
      end_ms: null,
      started_at: null,
      ended_at: null,
    });
    expect(qualityMetrics).toMatchObject({
      agent_talk_ms: 2_000,
      customer_talk_ms: 1_200,
      silence_ms: null,
      longest_silence_ms: null,
      estimated: true,
      llm_tokens: null,
    });
    expect(latencyMetrics).toMatchObject({ e2e: null, llm: { count: 1 }, first_response_ms: null });
    expect(audioMetrics).toBeNull();
  });

  it('counts what lowers the score', () => {
    const bad = [
      utterance(1, 'agent', 'Hello.', [7_000, 8_000]),
      ...speech('agent', 1, 7_000, 8_000),
      turn(2, { e2e: 2_500 }),
      { kind: 'event', at: at(9_000), turn: 2, type: 'error', actor: 'platform', data: null } as Entry,
    ];
    expect(conversationRecord(bad, ZERO, at(9_000)).qualityMetrics).toMatchObject({
      overall_score: 64,
      issues: ['long-silence', 'slow-answer', 'error'],
      longest_silence_ms: 7_000,
    });
  });

  describe('an agent that begins while the customer speaks', () => {
    const overlap = [
      utterance(2, 'customer', 'So I', [1_000, 3_000]),
      ...speech('customer', 2, 1_000, 3_000),
      utterance(2, 'agent', 'We open', [2_000, 4_000], 'at nine.'),
      ...speech('agent', 2, 2_000, 4_000),
    ];

    it('is counted, and listed with what both were saying', () => {
      const { qualityMetrics, interruptions } = conversationRecord(overlap, ZERO, at(5_000));
      expect(qualityMetrics).toMatchObject({
        agent_interruptions: 1,
        customer_interruptions: 0,
        interruption_count: 1,
        silence_ms: 2_000,
      });
      expect(interruptions).toEqual([
        {
          id: 'int_1',
          turn: 2,
          by: 'agent',
          kind: 'overlap',
          at: iso(2_000),
          offset_ms: 2_000,
          spoken_ms: 1_000,
          agent_text_spoken: 'We open',
          agent_text_unspoken: 'at nine.',
          customer_text: 'So I',
          agent_resumed: null,
        },
      ]);
    });

    it('stands among the other interruptions in the order of their times, as many as are counted', () => {
      const { qualityMetrics, interruptions } = conversationRecord(
        [...TALK, ...speech('customer', 3, 7_100, 7_600), ...speech('agent', 3, 7_200, 7_500), ...overlap],
        ZERO,
        at(8_000),
      );
      expect(interruptions).toMatchObject([
        { id: 'int_1', by: 'agent', offset_ms: 2_000 },
        { id: 'int_2', by: 'customer', offset_ms: 4_500 },
        { id: 'int_3', by: 'agent', offset_ms: 7_200, agent_text_spoken: null, customer_text: null },
      ]);
      expect(qualityMetrics).toMatchObject({
        interruption_count: 3,
        customer_interruptions: 1,
        agent_interruptions: 2,
      });
    });

    it('is an event of its own, right after the one that it began with', () => {
      const { turnEvents } = conversationRecord(overlap, ZERO, at(5_000));
      expect(turnEvents.map(({ seq, type, offset_ms }) => [seq, type, offset_ms])).toEqual([
        [1, 'customer.speech_started', 1_000],
        [2, 'agent.speech_started', 2_000],
        [3, 'interruption', 2_000],
        [4, 'customer.speech_ended', 3_000],
        [5, 'agent.speech_ended', 4_000],
      ]);
      expect(turnEvents[2]).toEqual({
        seq: 3,
        type: 'interruption',
        turn: 2,
        actor: 'agent',
        at: iso(2_000),
        offset_ms: 2_000,
        data: { kind: 'overlap' },
      });
    });

    it('at the same moment, or right after, interrupts nobody', () => {
      const together = [
        ...speech('customer', 2, 1_000, 2_000),
        ...speech('agent', 2, 1_000, 1_500),
        ...speech('agent', 2, 2_000, 3_000),
      ];
      const { interruptions } = conversationRecord(together, ZERO, at(5_000));
      expect(interruptions).toEqual([]);
    });
  });
});
