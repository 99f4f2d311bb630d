import type { AnsweredBy } from '../telephony/carrier-events.js';
import { isOver } from '../telephony/carrier-status.js';
import type {
  CarrierFact,
  DetectionFact,
  RecordingFact,
  RelayFact,
  StatusFact,
  TransferFact,
} from './carrier-facts.js';
import type { FinalStatus, LiveStatus } from './call-status.js';

/** A word of the carrier's after which there is nothing to come. */
export type LastWord = StatusFact & { status: FinalStatus };

/** What all that the carrier has said about a call adds up to. */
export interface CarrierView {
  /** How far the call has come, its end left aside. */
  progress: LiveStatus;
  ringingAt: Date | null;
  answeredAt: Date | null;
  answeredBy: { result: AnsweredBy; detectedAtMs: number | null; at: Date } | null;
  /** The last that was told of a conversation's socket; `failedIds` are the sessions of all that were lost. */
  relay: (Pick<RelayFact, 'outcome' | 'isLive'> & { failedIds: string[] }) | null;
  /** The last transfer; `at` is when it began, as far as can be told. */
  transfer: Pick<TransferFact, 'connected' | 'isLive' | 'at'> | null;
  recording: { id: string; durationSeconds: number | null; channels: number | null } | null;
  /** Nothing was recorded, and nothing will come. */
  isRecordingAbsent: boolean;
  /** The carrier's last word. */
  ending: LastWord | null;
  /** Somebody or something has picked up, as far as can be told. */
  isAnswered: boolean;
  /** Every callback that the carrier numbered before its last word has come. */
  isComplete: boolean;
}

const isStatus = (fact: CarrierFact): fact is StatusFact => fact.kind === 'status';

/** What is known of a call that the carrier has not been asked to dial. */
export const NOTHING_HEARD: CarrierView = {
  progress: 'queued',
  ringingAt: null,
  answeredAt: null,
  answeredBy: null,
  relay: null,
  transfer: null,
  recording: null,
  isRecordingAbsent: false,
  ending: null,
  isAnswered: false,
  isComplete: true,
};

/**
 * A function of the *set* of facts: neither their order nor how often one is told makes a difference, because each
 * part is a smallest, a largest or an any of them. The carrier ends a call once.
 */
export function carrierView(facts: readonly CarrierFact[]): CarrierView {
  const statuses = facts.filter(isStatus);
  const ending = endingAmong(statuses);
  const answers = facts.filter(isAnswer);
  const answeredAt = notAfter(ending?.at, earliest(answers));
  const rings = statuses.filter(({ status }) => status === 'ringing');
  const ringingAt = notAfter(ending?.at, notAfter(answeredAt, earliest(rings)));
  return {
    progress: answeredAt ? 'in-progress' : ringingAt ? 'ringing' : 'queued',
    ringingAt,
    answeredAt,
    answeredBy: answeredByAmong(facts),
    relay: relayAmong(facts),
    transfer: transferAmong(facts),
    recording: recordingAmong(facts),
    isRecordingAbsent: facts.some((fact) => fact.kind === 'recording' && fact.isAbsent),
    ending,
    isAnswered: answeredAt !== null || ending?.status === 'completed' || (ending?.durationSeconds ?? 0) > 0,
    isComplete: ending === null || isPreceded(ending, statuses),
  };
}

/** The carrier asks what to say only once somebody has answered. */
const isAnswer = (fact: CarrierFact): boolean =>
  ANSWERING.has(fact.kind) || (isStatus(fact) && fact.status === 'in-progress');
const ANSWERING: ReadonlySet<CarrierFact['kind']> = new Set(['answer', 'relay-ended', 'transfer-ended']);

function earliest(facts: readonly CarrierFact[]): Date | null {
  return facts.length === 0 ? null : new Date(Math.min(...facts.map(({ at }) => at.getTime())));
}

/** What came in late is dated by the carrier's whole seconds, and must not seem to have happened after what followed it. */
const notAfter = (limit: Date | null | undefined, at: Date | null): Date | null =>
  limit && at && at > limit ? limit : at;

/** A callback says more than the carrier's books, so it counts before them. */
function endingAmong(statuses: readonly StatusFact[]): LastWord | null {
  const endings = statuses.filter((fact): fact is LastWord => isOver(fact.status));
  return endings.find(({ sequence }) => sequence !== null) ?? endings[0] ?? null;
}

function isPreceded({ sequence }: StatusFact, statuses: readonly StatusFact[]): boolean {
  if (sequence === null) return true;
  const before = statuses.map((fact) => fact.sequence).filter((n) => n !== null && n < sequence);
  return new Set(before).size === sequence;
}

/** If the carrier says several things: what was heard once is not unheard by what is less sure. */
const SUREST_FIRST = ['voicemail', 'fax', 'human', 'unknown'] as const satisfies readonly AnsweredBy[];

type Answering = (StatusFact | DetectionFact) & { answeredBy: AnsweredBy };

/** Told by the detection itself, and again with the call's end. */
function answeredByAmong(facts: readonly CarrierFact[]): CarrierView['answeredBy'] {
  const results = facts.filter((fact) => 'answeredBy' in fact && fact.answeredBy !== null) as Answering[];
  const result = SUREST_FIRST.find((one) => results.some(({ answeredBy }) => answeredBy === one));
  const at = earliest(results);
  if (result === undefined || at === null) return null;
  const detection = results.find((fact) => fact.kind === 'voicemail');
  return { result, detectedAtMs: detection?.decidedAfterMs ?? null, at };
}

const newest = <F extends CarrierFact>(facts: readonly F[]): F | undefined =>
  facts.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()).at(-1);

function relayAmong(facts: readonly CarrierFact[]): CarrierView['relay'] {
  const ends = facts.filter((fact) => fact.kind === 'relay-ended');
  const last = newest(ends);
  if (!last) return null;
  const failed = ends.filter(({ outcome }) => outcome === 'failed').map(({ sessionId }) => sessionId);
  return { outcome: last.outcome, isLive: last.isLive, failedIds: [...new Set(failed)] };
}

function transferAmong(facts: readonly CarrierFact[]): CarrierView['transfer'] {
  const last = newest(facts.filter((fact) => fact.kind === 'transfer-ended'));
  if (!last) return null;
  const { connected, isLive, at, durationSeconds } = last;
  return { connected, isLive, at: new Date(at.getTime() - (durationSeconds ?? 0) * 1000) };
}

function recordingAmong(facts: readonly CarrierFact[]): CarrierView['recording'] {
  const ready = facts.find(
    (fact): fact is RecordingFact => fact.kind === 'recording' && fact.recordingId !== null,
  );
  if (!ready?.recordingId) return null;
  return { id: ready.recordingId, durationSeconds: ready.durationSeconds, channels: ready.channels };
}
