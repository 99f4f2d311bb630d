import type { CallDetails } from '../calls/call-details.entity.js';
import type { TurnEventPayload } from '../calls/turn-events.js';
import type { Entry, EventEntry, UtteranceEntry } from './conversation-entries.js';
import { audioMetrics, latencyMetrics, qualityMetrics, type Conversation } from './conversation-metrics.js';
import { overlapsIn } from './speech-spans.js';

/** What a conversation leaves in the call's record. */
export type ConversationRecord = Pick<
  CallDetails,
  | 'transcript'
  | 'transcriptFormatted'
  | 'qualityMetrics'
  | 'latencyMetrics'
  | 'audioMetrics'
  | 'interruptions'
  | 'toolUsage'
> & { turnEvents: TurnEventPayload[] };

/**
 * The record of everything that was written down of a call's conversation, over all its sockets. `zero` is the instant
 * that positions count from, `end` when the last socket closed, both in epoch milliseconds. What nobody told is null.
 */
export function conversationRecord(entries: readonly Entry[], zero: number, end: number): ConversationRecord {
  const conversation = takeApart(entries, zero, end);
  const { utterances, tools } = conversation;
  return {
    transcript: utterances.length === 0 ? null : utterances.map(line).join('\n'),
    transcriptFormatted: utterances.map((one, index) => presentUtterance(one, index, zero)),
    qualityMetrics: utterances.length === 0 ? null : qualityMetrics(conversation),
    latencyMetrics: latencyMetrics(conversation),
    audioMetrics: audioMetrics(conversation),
    turnEvents: eventsOf(conversation).map((event, index) => presentEvent(event, index, zero)),
    interruptions: presentInterruptions(conversation),
    toolUsage: tools.flatMap(({ usage, at }) =>
      usage ? [{ ...usage, offset_ms: (Date.parse(usage.started_at) || at) - zero }] : [],
    ),
  };
}

function takeApart(entries: readonly Entry[], zero: number, end: number): Conversation {
  const of = <K extends Entry['kind']>(kind: K) =>
    entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind).toSorted(byTime);
  const [events, utterances] = [of('event'), of('utterance')];
  const closings = of('closed');
  return {
    zero,
    end: Math.max(end, zero),
    utterances,
    events,
    interruptions: of('interruption'),
    overlaps: overlapsIn(events, utterances, end),
    turns: of('turn').toSorted((a, b) => a.turn - b.turn),
    tools: of('tool'),
    // A process that was lost could not say so itself.
    isMeasured:
      closings.some(({ tellsSpeaking }) => tellsSpeaking) ||
      events.some(({ type }) => type.includes('speech_')),
    roundTripMs: closings.findLast(({ roundTripMs }) => roundTripMs !== null)?.roundTripMs ?? null,
  };
}

/** Interruptions by the customer were taken down as events; those by the agent show only in who spoke when. */
function eventsOf({ events, overlaps }: Conversation): EventEntry[] {
  const byAgent = overlaps.map(({ at, turn }): EventEntry => ({
    kind: 'event',
    at,
    turn,
    type: 'interruption',
    actor: 'agent',
    data: { kind: 'overlap' },
  }));
  return [...events, ...byAgent].toSorted(byTime);
}

const byTime = (a: { at: number }, b: { at: number }): number => a.at - b.at;

const LABELS = { agent: 'Agent', customer: 'Customer' } as const;

const line = ({ speaker, text }: UtteranceEntry): string => `${LABELS[speaker]}: ${text}`;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const position = (at: number | null, zero: number): number | null => (at === null ? null : at - zero);

/** One of `transcript_formatted` */
const presentUtterance = (utterance: UtteranceEntry, index: number, zero: number) => ({
  index,
  turn: utterance.turn,
  speaker: utterance.speaker,
  speaker_label: LABELS[utterance.speaker],
  text: utterance.text,
  start_ms: position(utterance.startedAt, zero),
  end_ms: position(utterance.endedAt, zero),
  started_at: instant(utterance.startedAt),
  ended_at: instant(utterance.endedAt),
  confidence: null,
  interrupted: utterance.unspoken !== null,
  text_unspoken: utterance.unspoken,
  language: utterance.language,
  tool_call_ids: utterance.toolCallIds,
  words: null,
});

/** One of `turn_events` */
const presentEvent = (event: EventEntry, index: number, zero: number): TurnEventPayload => ({
  seq: index + 1,
  type: event.type,
  turn: event.turn,
  actor: event.actor,
  at: new Date(event.at).toISOString(),
  offset_ms: event.at - zero,
  data: event.data,
});

/** `interruptions`: those by the customer and those by the agent, in the order of their times. */
const presentInterruptions = ({ interruptions, overlaps, zero }: Conversation) =>
  [
    ...interruptions.map((one) => ({ one, by: 'customer', kind: one.type, resumed: one.resumed })),
    ...overlaps.map((one) => ({ one, by: 'agent', kind: 'overlap', resumed: null })),
  ]
    .toSorted((a, b) => byTime(a.one, b.one))
    .map(({ one, by, kind, resumed }, index) => ({
      id: `int_${index + 1}`,
      turn: one.turn,
      by,
      kind,
      at: new Date(one.at).toISOString(),
      offset_ms: one.at - zero,
      spoken_ms: one.spokenMs,
      agent_text_spoken: one.heard,
      agent_text_unspoken: one.unspoken,
      customer_text: one.customerText,
      agent_resumed: resumed,
    }));
