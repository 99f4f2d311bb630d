import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import type { FormProblem } from '../shared/field.js';
import { EmptyState } from '../shared/empty-state.js';
import { CallHead, customerOf, type HeadProps } from './call-head.js';
import type { CallShown } from './call-shown.js';
import { type CarrierEvent, Course } from './course.js';
import { Actions, Tools } from './doings.js';
import { ExtractedData } from './extracted.js';
import { Findings } from './findings.js';
import { LiveConversation, type SaidLive } from './live.js';
import { Measures } from './measures.js';
import { Notes } from './notes.js';
import { Part } from './part.js';
import { Recording } from './recording.js';
import { reasonText } from './reasons.js';
import { type Expected, StillToCome, stillToCome } from './still-to-come.js';
import { Timeline, type TimelineShown } from './timeline.js';
import { TimelineTable } from './timeline-table.js';
import { Transcript } from './transcript.js';
import { isUnderWay } from './words.js';

export interface CallProps extends HeadProps {
  frame: Frame;
  call: CallShown;
  timeline: TimelineShown | null;
  /** Path of the recording; null where there is none. */
  recording: string | null;
  /** The carrier was asked to record, and has not said what became of that. */
  isRecordingDue: boolean;
  /** What was said so far, of a call that is going on. */
  said: readonly SaidLive[];
  events: readonly CarrierEvent[];
  /** As they are written in their country; null where they are not known. */
  numbers: { calling: string | null; called: string | null };
  note: { typed: string; problems: readonly FormProblem[] };
}

export const CallPage = (props: CallProps) => {
  const { frame, call, note } = props;
  const expected = stillToCome(props);
  const isFollowed = expected.has('analysis') || expected.has('actions');
  const customer = customerOf(props);
  return (
    <Shell title={`Call with ${customer} · Calls`} frame={frame} scripts={['call.js']}>
      <CallHead {...props} isWaiting={isFollowed} />
      <div id="call-body" data-page={`/settings/calls/${call.id}`}>
        {isUnderWay(call.status) ? (
          <LiveConversation call={call} said={props.said} />
        ) : (
          <OverCall {...props} expected={expected} isFollowed={isFollowed} />
        )}
      </div>
      <Notes frame={frame} call={call} {...note} isWaiting={isFollowed} />
      <div id="call-numbers">{!props.isErased && <Measures call={call} />}</div>
      <Part id="call-details" isWaiting={expected.has('recording')}>
        <Course
          call={call}
          events={props.events}
          numbers={props.numbers}
          isErased={props.isErased}
          endedBy={props.endedBy}
        />
      </Part>
    </Shell>
  );
};

interface OverProps extends CallProps {
  expected: ReadonlySet<Expected>;
  /** What was made of it may change yet. */
  isFollowed: boolean;
}

const OverCall = (props: OverProps) => {
  const { frame, call, timeline, recording, expected, isFollowed } = props;
  const said = call.transcript_formatted ?? [];
  if (props.isErased) return <Erased />;
  if (said.length === 0 && recording === null && !expected.has('recording'))
    return <NothingSaid {...props} />;
  return (
    <>
      <section class="play" data-play>
        <div class="section-head">
          <h2 id="timeline">Timeline</h2>
          <StillToCome expected={expected} />
        </div>
        <Recording path={recording} isDue={expected.has('recording')} />
        {timeline ? (
          <>
            <Timeline timeline={timeline} />
            <TimelineTable timeline={timeline} />
          </>
        ) : (
          said.length > 0 && <p>The carrier did not tell who spoke when.</p>
        )}
      </section>
      <div class="call-columns">
        <section>
          <div class="section-head">
            <h2 id="transcript">Transcript</h2>
          </div>
          <Transcript said={said} tools={call.tool_usage ?? []} />
        </section>
        <Part id="findings" isWaiting={expected.has('analysis')}>
          <Findings frame={frame} call={call} />
          <ExtractedData call={call} />
        </Part>
      </div>
      <Part id="doings" isWaiting={isFollowed}>
        <Actions call={call} />
      </Part>
      <Tools call={call} />
    </>
  );
};

const Erased = () => (
  <EmptyState
    title="Erased"
    text="The contact of this call was erased, and with it everything that was said. That it took place, when and how long, stays."
  />
);

const NothingSaid = ({ call, endedBy }: CallProps) => {
  const ended = call.enhanced_context?.ended;
  const text = [
    ...new Set([reasonText(call.ended_reason, endedBy), ended?.message && `${ended.message}.`]),
    ended?.retryable && 'The same call may succeed later.',
  ];
  const isOver = call.status === 'completed' ? 'Nothing was said' : 'There was no conversation';
  return <EmptyState title={isOver} text={text.filter(Boolean).join(' ')} />;
};
