import { formatInstant } from '../common/instant.js';
import { isE164 } from '../common/phone-number.js';
import type { Cast } from './demo-call.js';
import {
  DETAILED_CALLS,
  generateCalls,
  rowsOf,
  type CallRows,
  type GeneratedCall,
  type Plan,
} from './generate-calls.js';
import { demoPerson, peopleFor } from './people.js';
import { Random } from './random.js';
import { fill, wordCount } from './script.js';
import { INBOUND_TOPICS } from './inbound-topics.js';
import { OUTBOUND_TOPICS } from './outbound-topics.js';

const ORG = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e';
const NOW = new Date('2026-03-10T15:00:00.000Z');
const DAY_MS = 86_400_000;

const CAST: Cast = {
  agents: ['Ava', 'Noah', 'Mia', 'Leo', 'Zoe'].map((name, index) => ({ id: `agent-${index}`, name })),
  campaigns: new Map(OUTBOUND_TOPICS.map(({ campaign }, index) => [campaign ?? '', `campaign-${index}`])),
  platformNumber: '+15005550006',
};

function planOf(calls: number, seed: number): [Plan, Random] {
  const random = new Random(`demo ${seed}`);
  const people = Array.from({ length: peopleFor(calls) }, (_, index) =>
    demoPerson(index, NOW, random.fork(`person ${index}`)),
  );
  return [{ organizationId: ORG, calls, now: NOW, cast: CAST, people }, random];
}

function generate(calls: number, seed = 1): GeneratedCall[] {
  const [plan, random] = planOf(calls, seed);
  return [...generateCalls(plan, random)];
}

const generated = generate(2_000);
const detailsOf = new Random('details');

// oxlint-disable-next-line typescript/no-explicit-any -- rows are read freely, as the API's consumers read them
type Read = Record<string, any>;
const records = generated.map((one) => {
  const rows: Record<keyof CallRows, Read[]> = rowsOf(ORG, one, detailsOf);
  return {
    ...one,
    row: rows.calls[0] ?? {},
    details: rows.call_details[0] ?? {},
    notes: rows.call_notes,
    actions: rows.action_executions,
    optOuts: rows.do_not_call,
  };
});

const FINAL_REASONS: Record<string, string[]> = {
  completed: [
    'customer-ended-call',
    'agent-ended-call',
    'call-transferred',
    'voicemail',
    'ivr-reached',
    'silence-timed-out',
    'exceeded-max-duration',
    'manually-ended',
    'customer-opted-out',
  ],
  busy: ['customer-busy'],
  'no-answer': ['customer-did-not-answer', 'customer-declined'],
  canceled: ['manually-canceled', 'scheduled-call-deleted'],
  failed: [
    'invalid-destination',
    'provider-rejected',
    'provider-unavailable',
    'agent-not-available',
    'no-audio-received',
    'connection-lost',
  ],
};

/** Every failed check with the call it failed for; the names of the calls make a wrong one easy to find. */
const wrong = (check: (record: (typeof records)[number]) => boolean): string[] =>
  records.filter((record) => !check(record)).map(({ call }) => `${call.id} ${call.outcome.reason}`);

describe('generated calls', () => {
  it('are as many as asked for, in order, over the 90 days before now, and over', () => {
    const starts = generated.map(({ call }) => call.startedAtMs);
    expect(generated).toHaveLength(2_000);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts[0]).toBeGreaterThanOrEqual(NOW.getTime() - 91 * DAY_MS);
    expect(wrong(({ call }) => call.finalizedAtMs < NOW.getTime() - 5 * 60_000)).toEqual([]);
  });

  it('have ids of their own, in the order of their time', () => {
    const ids = generated.map(({ call }) => call.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      wrong(({ call }) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(call.id),
      ),
    ).toEqual([]);
    expect(
      wrong(({ call }) => parseInt(call.id.replace('-', '').slice(0, 12), 16) === call.startedAtMs),
    ).toEqual([]);
  });

  it('end for a reason of their status, with the duration that their times give', () => {
    expect(wrong(({ row }) => FINAL_REASONS[row['status']]?.includes(row['ended_reason']) ?? false)).toEqual(
      [],
    );
    expect(
      wrong(({ row }) =>
        row['answered_at'] === null
          ? row['call_duration'] === 0 && row['status'] !== 'completed'
          : Date.parse(row['ended_at']) - Date.parse(row['answered_at']) === row['call_duration'] * 1_000,
      ),
    ).toEqual([]);
  });

  it('happen in order: accepted, dialled, ringing, answered, ended, closed', () => {
    const steps = ['started_at', 'dialed_at', 'ringing_at', 'answered_at', 'ended_at', 'finalized_at'];
    expect(
      wrong(({ row }) => {
        const times = steps.flatMap((step) => (row[step] === null ? [] : [Date.parse(row[step])]));
        return times.every((time, index) => index === 0 || time >= (times[index - 1] as number));
      }),
    ).toEqual([]);
    expect(wrong(({ call, row }) => (row['dialed_at'] === null) === call.inbound)).toEqual([]);
  });

  it('count as failed at once when nobody was reached', () => {
    expect(wrong(({ row }) => row['status'] === 'completed' || row['call_success'] === false)).toEqual([]);
    expect(wrong(({ row }) => row['went_to_voicemail'] === (row['ended_reason'] === 'voicemail'))).toEqual(
      [],
    );
  });

  it('never ring somebody who is on the phone, nor call somebody who asked not to be called', () => {
    const busyUntil = new Map<string, number>();
    const optedOut = new Set<string>();
    for (const { call } of generated) {
      const phone = call.person?.phone;
      if (!phone) continue;
      expect(call.startedAtMs).toBeGreaterThan(busyUntil.get(phone) ?? 0);
      expect(!call.inbound && optedOut.has(phone)).toBe(false);
      busyUntil.set(phone, call.endedAtMs);
      if (call.outcome.reason === 'customer-opted-out') optedOut.add(phone);
    }
    const listed = records.flatMap(({ optOuts }) => optOuts.map(({ number }) => number));
    expect(new Set(listed)).toEqual(optedOut);
    expect(listed).toHaveLength(optedOut.size);
  });

  it('come in plausible shares, during office hours', () => {
    const share = (of: (call: GeneratedCall['call']) => boolean) =>
      generated.filter(({ call }) => of(call)).length / generated.length;
    expect(share(({ outcome }) => outcome.status === 'completed')).toBeGreaterThan(0.6);
    expect(share(({ outcome }) => outcome.status === 'completed')).toBeLessThan(0.9);
    expect(share(({ inbound }) => inbound)).toBeGreaterThan(0.2);
    expect(share(({ campaignId }) => campaignId !== null)).toBeGreaterThan(0.4);
    expect(share(({ startedAtMs }) => new Date(startedAtMs).getUTCDay() === 0)).toBeLessThan(0.05);
    expect(
      share(({ startedAtMs }) => [5, 6, 7, 8, 9, 10, 11].includes(new Date(startedAtMs).getUTCHours())),
    ).toBe(0);
    const seen = new Set(generated.map(({ call }) => call.outcome.status));
    expect([...seen].toSorted()).toEqual(['busy', 'canceled', 'completed', 'failed', 'no-answer']);
  });

  it('are between people with fictional numbers, each person with one of their own', () => {
    const [{ people }] = planOf(200_000, 1);
    expect(new Set(people.map(({ phone }) => phone)).size).toBe(people.length);
    expect(people.filter(({ phone }) => !/^\+1[2-9]\d\d55501[1-9]\d$/.test(phone) || !isE164(phone))).toEqual(
      [],
    );
  });
});

describe('what was said', () => {
  const talks = records.filter(({ timeline }) => (timeline?.utterances.length ?? 0) > 0);

  it('is told of a good part of the calls', () => {
    expect(talks.length).toBeGreaterThan(records.length * 0.5);
  });

  it('lies inside the call, one utterance after the other, at the times it says', () => {
    expect(
      wrong(({ details, row }) => {
        const said = details['transcript_formatted'] as Read[];
        const end = row['call_duration'] * 1_000;
        return said.every(
          ({ index, start_ms, end_ms, started_at }, place) =>
            index === place &&
            start_ms >= (said[place - 1]?.['end_ms'] ?? 0) &&
            end_ms > start_ms &&
            end_ms <= end &&
            started_at === formatInstant(new Date(Date.parse(row['answered_at']) + start_ms)),
        );
      }),
    ).toEqual([]);
  });

  it('is spoken at a human pace, with no wording left unfilled', () => {
    const pace = talks.map(({ timeline }) => {
      const { words, ms } = (timeline?.utterances ?? []).reduce(
        (sum, { text, startMs, endMs }) => ({
          words: sum.words + wordCount(text),
          ms: sum.ms + endMs - startMs,
        }),
        { words: 0, ms: 0 },
      );
      return (words * 60_000) / ms;
    });
    expect(Math.min(...pace)).toBeGreaterThan(80);
    expect(Math.max(...pace)).toBeLessThan(260);
    expect(talks.filter(({ details }) => /[{}]|undefined|null/.test(details['transcript']))).toEqual([]);
  });

  it('reads the same as text and as a list, and speaks to the contact by name', () => {
    const label = { agent: 'Agent', customer: 'Customer' } as Record<string, string>;
    expect(
      wrong(({ details }) => {
        const said = details['transcript_formatted'] as Read[];
        const lines = said.map(({ speaker, text }) => `${label[speaker]}: ${text}`).join('\n');
        return details['transcript'] === (lines || null);
      }),
    ).toEqual([]);
    const outbound = talks.filter(({ call }) => !call.inbound);
    const named = outbound.filter(({ call, details }) =>
      details['transcript'].includes(call.person?.firstName),
    );
    expect(named.length).toBeGreaterThan(outbound.length * 0.95);
  });

  it('varies: hardly two conversations are the same', () => {
    const texts = talks
      .filter(({ call }) => call.outcome.heard === 'talk')
      .map(({ details }) => details['transcript']);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('what was measured', () => {
  it('quality agrees with the transcript', () => {
    expect(
      wrong(({ details, row }) => {
        const quality = details['quality_metrics'];
        const said = details['transcript_formatted'] as Read[];
        if (quality === null) return said.length === 0;
        const talk = (who: string) =>
          said
            .filter(({ speaker }) => speaker === who)
            .reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0);
        return (
          quality.agent_talk_ms === talk('agent') &&
          quality.customer_talk_ms === talk('customer') &&
          quality.silence_ms + talk('agent') + talk('customer') === row['call_duration'] * 1_000 &&
          quality.longest_silence_ms <= quality.silence_ms &&
          quality.turn_count === new Set(said.map(({ turn }) => turn)).size &&
          quality.interruption_count === details['interruptions'].length &&
          quality.false_interruptions ===
            details['interruptions'].filter(({ kind }: Read) => kind !== 'barge-in').length &&
          quality.tool_calls === details['tool_usage'].length &&
          quality.tool_failures ===
            details['tool_usage'].filter(({ status }: Read) => status !== 'succeeded').length
        );
      }),
    ).toEqual([]);
  });

  it('latency is the agent’s silence before an answer, and the sum of its stages', () => {
    expect(
      wrong(({ details }) => {
        const latency = details['latency_metrics'];
        const said = details['transcript_formatted'] as Read[];
        const turns: Read[] = latency?.turns ?? [];
        return turns.every(({ turn, e2e, stt, llm, tts, tool }) => {
          const answer = said.findIndex((one) => one['turn'] === turn && one['speaker'] === 'agent');
          const silence = said[answer]?.['start_ms'] - said[answer - 1]?.['end_ms'];
          return e2e === silence && stt + llm + tts + (tool ?? 0) === e2e && Math.min(stt, llm, tts) >= 0;
        });
      }),
    ).toEqual([]);
    expect(
      wrong(({ details }) => {
        const { e2e, turns } = details['latency_metrics'] ?? { e2e: null, turns: [] };
        return turns.length === 0
          ? e2e === null
          : e2e.count === turns.length && e2e.min <= e2e.p50 && e2e.p99 <= e2e.max;
      }),
    ).toEqual([]);
  });

  it('every call that was answered has of its sound what a real one has', () => {
    expect(
      wrong(({ details, row }) => (details['audio_metrics'] === null) === (row['answered_at'] === null)),
    ).toEqual([]);
    expect(
      wrong(({ details }) => {
        const { codec = null, inbound = null, outbound = null, source } = details['audio_metrics'] ?? {};
        return [codec, inbound, outbound].every((one) => one === null) && source !== 'carrier';
      }),
    ).toEqual([]);
  });

  it('the events tell the call from its first to its last moment', () => {
    expect(
      wrong(({ details, row, call }) => {
        const events = details['turn_events'] as Read[];
        const zero = Date.parse(row['answered_at'] ?? row['started_at']);
        const end = call.endedAtMs - zero;
        return (
          events.every(
            ({ seq, at, offset_ms }, index) =>
              seq === index + 1 &&
              offset_ms >= (events[index - 1]?.['offset_ms'] ?? -120_000) &&
              offset_ms <= end &&
              Date.parse(at) === zero + offset_ms,
          ) &&
          events.at(-1)?.['type'] === 'call.ended' &&
          events.filter(({ type }) => type === 'call.answered').length === (row['answered_at'] ? 1 : 0) &&
          events.filter(({ type }) => type === 'tool.started').length === details['tool_usage'].length
        );
      }),
    ).toEqual([]);
  });

  it('what was interrupted is cut off in the transcript too', () => {
    expect(
      wrong(({ details }) => {
        const cut = details['transcript_formatted'].filter(({ interrupted }: Read) => interrupted);
        const bargeIns = details['interruptions'].filter(({ kind }: Read) => kind === 'barge-in');
        return (
          cut.length === bargeIns.length &&
          cut.every(
            (one: Read, index: number) => bargeIns[index].agent_text_unspoken === one['text_unspoken'],
          )
        );
      }),
    ).toEqual([]);
    expect(records.some(({ details }) => details['interruptions'].length > 0)).toBe(true);
  });

  it('tools answer between a question and the agent’s reply', () => {
    expect(
      wrong(({ details }) =>
        details['tool_usage'].every((tool: Read) => {
          const said = details['transcript_formatted'] as Read[];
          const place = said.findIndex(({ tool_call_ids }) => tool_call_ids.includes(tool['tool_call_id']));
          const start = tool['offset_ms'];
          return (
            start >= said[place - 1]?.['end_ms'] &&
            start + tool['latency_ms'] <= said[place]?.['start_ms'] &&
            (tool['result'] === null) === (tool['status'] !== 'succeeded')
          );
        }),
      ),
    ).toEqual([]);
  });
});

describe('what was concluded', () => {
  it('the analysis says the same as call_success, and quotes what was said', () => {
    const results = new Map([
      [true, 'success'],
      [false, 'failure'],
      [null, 'unknown'],
    ]);
    expect(
      wrong(({ details, row }) => {
        const { status, success, evidence } = details['post_call_analysis'];
        const said = details['transcript_formatted'] as Read[];
        return said.length === 0
          ? status === 'skipped' && success === null
          : success.result === results.get(row['call_success']) &&
              evidence.every((one: Read) => said[one['transcript_index']]?.['text'] === one['quote']);
      }),
    ).toEqual([]);
  });

  it('what is quoted is the answer that settled a conversation, and not its goodbye', () => {
    const settled = records.filter(
      ({ call: { outcome } }) =>
        outcome.heard === 'talk' && !['connection-lost', 'manually-ended'].includes(outcome.reason),
    );
    expect(settled.length).toBeGreaterThan(500);
    const answers = ({ topic, facts, success }: GeneratedCall['call']): string[] => {
      const { customer, decides } = topic.exchanges.find((one) => one.decides) ?? { customer: [] };
      const wordings = success === true ? customer : success === false ? decides?.no : decides?.unsure;
      return (wordings ?? []).map((wording) => fill(wording, facts));
    };
    expect(
      settled
        .map(({ call, details }) => ({ call, evidence: details['post_call_analysis'].evidence as Read[] }))
        .filter(
          ({ call, evidence }) => evidence.length !== 1 || !answers(call).includes(evidence[0]?.['quote']),
        )
        .map(({ call, evidence }) => ({ id: call.id, evidence })),
    ).toEqual([]);
  });

  it('memory names the contact’s call before', () => {
    const last = new Map<string, string>();
    const count = new Map<string, number>();
    expect(
      wrong(({ call, details }) => {
        const phone = call.person?.phone ?? '';
        const { previous_calls: previous, last_call_id: lastId } = details['memory'] ?? {
          previous_calls: 0,
          last_call_id: undefined,
        };
        const right =
          phone === ''
            ? details['memory'] === null
            : previous === (count.get(phone) ?? 0) && lastId === last.get(phone);
        last.set(phone, call.id);
        count.set(phone, (count.get(phone) ?? 0) + 1);
        return right;
      }),
    ).toEqual([]);
  });

  it('notes and actions belong to the call and its time', () => {
    expect(
      wrong(
        ({ notes, actions, row, call }) =>
          [...notes, ...actions].every(({ call_id }) => call_id === call.id) &&
          notes.every(({ created_at, source }) =>
            source === 'request' ? created_at === row['started_at'] : created_at > row['ended_at'],
          ) &&
          actions.every(
            ({ trigger, offset_ms, started_at, completed_at, duration_ms }) =>
              Date.parse(completed_at) - Date.parse(started_at) === duration_ms &&
              (trigger === 'in_call'
                ? offset_ms <= row['call_duration'] * 1_000
                : started_at > row['ended_at']),
          ),
      ),
    ).toEqual([]);
    expect(records.some(({ notes }) => notes.length > 0)).toBe(true);
    expect(records.some(({ actions }) => actions.length > 0)).toBe(true);
  });

  it('ended is told of every call', () => {
    expect(wrong(({ details, row }) => details['ended'].carrier_code === row['status'])).toEqual([]);
  });
});

describe('the generator', () => {
  it('gives the same for the same seed, and something else for another', () => {
    const text = (seed: number) =>
      JSON.stringify(generate(100, seed).map((one) => rowsOf(ORG, one, new Random('details'))));
    expect(text(7)).toBe(text(7));
    expect(text(7)).not.toBe(text(8));
  });

  it('tells details of the newest calls only', () => {
    const many = generate(DETAILED_CALLS + 500);
    const detailed = many.map(({ timeline }) => timeline !== null);
    expect(detailed.lastIndexOf(false)).toBe(499);
    expect(detailed.filter(Boolean)).toHaveLength(DETAILED_CALLS);
  });

  it('has an agent for every matter', () => {
    expect(new Set(generated.map(({ call }) => call.agent.name)).size).toBe(
      OUTBOUND_TOPICS.length + INBOUND_TOPICS.length,
    );
  });
});
