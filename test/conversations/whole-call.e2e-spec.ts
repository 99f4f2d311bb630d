import { aLine, NUMBERS, type Line } from '../calls/line.js';
import { BAD_DAY } from '../simulator/bad-day.js';
import { eventually } from '../support/eventually.js';

/** Calls from the request to the closed record: simulated customers, a scripted model, nothing in between left out. */
let line: Line;
beforeAll(async () => {
  line = await aLine({ pace: 0.05 });
});
afterEach(() => {
  line.simulator.setKnobs({ script: { value: null, times: 1 } });
  line.model.setKnobs({ firstTokenMs: 0, tokensPerSecond: 0, replies: [] });
});
afterAll(() => line.stop());

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const COUNT = expect.any(Number);

/** Somebody who asks something and says goodbye. */
const ASKING = [{ say: 'Yes, when do you open?' }, { say: "No, that's all. Thanks for your help. Goodbye!" }];

describe('a whole call', () => {
  it('leaves a record in which every value is true or null', async () => {
    line.simulator.setKnobs({ script: { value: ASKING, times: 1 } });
    const call = await line.over(await line.call(NUMBERS.cooperative));
    expect(call).toMatchObject({
      status: 'completed',
      ended_reason: 'agent-ended-call',
      went_to_voicemail: false,
      enhanced_context: { answered_by: { result: 'human' }, ended: { by: 'agent' } },
    });
    const said = call['transcript_formatted'];
    expect(call['transcript']).toBe(
      said.map(({ speaker_label: who, text }: Record<string, string>) => `${who}: ${text}`).join('\n'),
    );
    expect(said.map(({ speaker, turn }: Record<string, unknown>) => [turn, speaker])).toEqual([
      [1, 'agent'],
      [2, 'customer'],
      [2, 'agent'],
      [3, 'customer'],
      [3, 'agent'],
    ]);
    expect(said[1].text).toBe('Yes, when do you open?');
    for (const [index, one] of said.entries()) {
      expect(one).toMatchObject({
        index,
        started_at: TIME,
        ended_at: TIME,
        confidence: null,
        interrupted: false,
        text_unspoken: null,
        language: 'en-US',
        words: null,
      });
      expect(one.end_ms).toBeGreaterThanOrEqual(one.start_ms);
      expect(one.start_ms).toBeGreaterThanOrEqual(said[index - 1]?.end_ms ?? 0);
    }
    const { quality_metrics: quality, latency_metrics: latency } = call;
    expect(quality).toMatchObject({
      turn_count: 3,
      interruption_count: 0,
      tool_calls: 1,
      tool_failures: 0,
      estimated: false,
    });
    expect(quality.agent_talk_ms).toBeGreaterThan(0);
    expect(quality.customer_talk_ms).toBeGreaterThan(0);
    expect(quality.llm_tokens).toBeGreaterThan(0);
    expect(latency).toMatchObject({
      unit: 'ms',
      e2e: { count: 2 },
      llm: { count: 2 },
      tts: { count: 2 },
      tool: { count: 1 },
    });
    expect(latency.turns).toEqual([
      { turn: 2, e2e: COUNT, stt: COUNT, llm: COUNT, tts: COUNT, tool: null },
      { turn: 3, e2e: COUNT, stt: COUNT, llm: COUNT, tts: COUNT, tool: COUNT },
    ]);
    for (const { e2e, llm, tts } of latency.turns) expect(e2e).toBeGreaterThanOrEqual(Math.max(llm, tts) - 1);
    expect(call['audio_metrics']).toMatchObject({
      codec: null,
      inbound: null,
      outbound: null,
      source: 'estimated',
    });
    expect(call['interruptions']).toEqual([]);
    expect(call['tool_usage']).toEqual([
      expect.objectContaining({
        name: 'end_call',
        source: 'builtin',
        status: 'succeeded',
        turn: 3,
        started_at: TIME,
      }),
    ]);
    expect(said.at(-1).tool_call_ids).toEqual([call['tool_usage'][0].tool_call_id]);
    expect(call['turn_events'].map(({ type, turn }: Record<string, unknown>) => [turn, type])).toEqual([
      [null, 'call.queued'],
      [null, 'call.ringing'],
      [null, 'call.answered'],
      [1, 'agent.speech_started'],
      [1, 'agent.speech_ended'],
      [2, 'customer.speech_started'],
      [2, 'customer.speech_ended'],
      [2, 'agent.speech_started'],
      [2, 'agent.speech_ended'],
      [3, 'customer.speech_started'],
      [3, 'customer.speech_ended'],
      [3, 'tool.started'],
      [3, 'tool.completed'],
      [3, 'agent.speech_started'],
      [3, 'agent.speech_ended'],
      [null, 'call.ended'],
    ]);
    expect(call['turn_events'].map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 16 }, (_, i) => i + 1),
    );
  });

  it('tells others of each step once, in order', async () => {
    line.simulator.setKnobs({ script: { value: ASKING, times: 1 } });
    const callId = await line.call(NUMBERS.cooperative);
    await line.over(callId);
    const told = await line.told(callId);
    const types = told.map(({ type }) => type);
    expect(types.filter((type) => type === 'conversation.turn_completed')).toHaveLength(3);
    expect(types.filter((type) => type === 'call.ended')).toHaveLength(1);
    expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
  });

  it('that is lost in the middle of everything that can go wrong goes on, and ends well', async () => {
    line.simulator.setKnobs({ ...BAD_DAY, script: { value: ASKING, times: 1 } });
    // The carrier hears the question in two parts: both are there before anybody hears an answer.
    line.model.setKnobs({ firstTokenMs: 1_000 });
    const callId = await line.call(NUMBERS.cooperative);
    const call = await line.over(callId);
    expect(call).toMatchObject({ status: 'completed' });
    expect(call['transcript'].split('\n')[1]).toBe('Customer: Yes, when do you open?');
    expect(call['transcript']).toContain('Sorry, I lost you for a second.');
    const outcomes = await line.service.db.query(
      `SELECT outcome FROM relay_sessions WHERE call_id = $1 ORDER BY opened_at`,
      [callId],
    );
    expect(outcomes[0]).toEqual({ outcome: 'dropped' });
    expect(outcomes).toHaveLength(2);
    expect((await line.told(callId)).filter(({ type }) => type === 'call.ended')).toHaveLength(1);
  });

  it('is kept apart from another one with the same contact at the same time', async () => {
    const calls = await Promise.all([line.call(NUMBERS.cooperative), line.call(NUMBERS.cooperative)]);
    const [one, other] = await Promise.all(calls.map((id) => line.over(id)));
    expect(one?.['contact_id']).toBe(other?.['contact_id']);
    for (const call of [one, other]) {
      expect(call).toMatchObject({ status: 'completed', ended_reason: 'agent-ended-call' });
      const positions = call?.['transcript_formatted'].map(
        ({ start_ms: start }: { start_ms: number }) => start,
      );
      expect(positions).toEqual([...positions].toSorted((a: number, b: number) => a - b));
    }
  });
});

describe('a customer who interrupts', () => {
  /** So long that it is still being written when the customer breaks in. */
  const LONG = 'We have much to tell you about it. '.repeat(1_000).trim();
  const STOP = /^Sorry, let me stop you there\./;

  /** What the model is to answer next is for a conversation, not for the analysis of a call before it. */
  beforeEach(() =>
    eventually(async () => {
      const pending = await line.service.db.query(
        `SELECT 1 FROM call_details WHERE post_call_analysis->>'status' IN ('queued', 'running')`,
      );
      return pending.length === 0;
    }, 30),
  );

  it('ends the model’s answer, is listened to, and the record keeps what was heard', async () => {
    line.model.setKnobs({ tokensPerSecond: 400, replies: [{ text: LONG, toolCalls: [] }] });
    const call = await line.over(await line.call(NUMBERS.interrupts));
    // On a busy machine the customer may hang up before the agent does.
    expect(call['status']).toBe('completed');
    const bargeIn = call['interruptions'].find(({ kind }: { kind: string }) => kind === 'barge-in');
    expect(bargeIn).toMatchObject({
      turn: 2,
      by: 'customer',
      customer_text: expect.stringMatching(STOP),
      agent_resumed: false,
    });
    const { agent_text_spoken: spoken, agent_text_unspoken: unspoken } = bargeIn;
    expect(spoken).not.toBe('');
    expect(unspoken).not.toBe('');
    const sent = `${spoken}${unspoken}`.replaceAll(' ', '');
    expect(sent).toBe(LONG.replaceAll(' ', '').slice(0, sent.length));
    const said = call['transcript_formatted'];
    const cut = said.findIndex(({ text_unspoken: rest }: { text_unspoken: string }) => rest === unspoken);
    expect(said[cut]).toMatchObject({ turn: 2, speaker: 'agent', text: spoken, interrupted: true });
    expect(said[cut + 1]).toMatchObject({ speaker: 'customer', text: expect.stringMatching(STOP) });
    const asked = line.model.requests().findIndex(({ body }) => STOP.test(lastWords(body.messages)));
    expect(line.model.requests()[asked - 1]?.gaveUp).toBe(true);
    expect(line.model.requests()[asked]?.body.messages.at(-2)).toEqual({
      role: 'assistant',
      content: `${spoken} …`,
    });
    expect(call['quality_metrics'].interruption_count).toBe(call['interruptions'].length);
  });

  it('on a bad day is listened to as well, and nothing is told twice', async () => {
    line.simulator.setKnobs(BAD_DAY);
    const callId = await line.call(NUMBERS.interrupts);
    const call = await line.over(callId);
    expect(call).toMatchObject({ status: 'completed', enhanced_context: { ended: { category: null } } });
    expect(call['quality_metrics'].interruption_count).toBe(call['interruptions'].length);
    const told = await line.told(callId);
    for (const once of ['call.answered', 'call.ended'])
      expect(told.filter(({ type }) => type === once)).toHaveLength(1);
  });

  const lastWords = (messages: readonly { content?: unknown }[]): string => String(messages.at(-1)?.content);
});
