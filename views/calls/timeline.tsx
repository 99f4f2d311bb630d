import { clockText } from '../shared/duration.js';
import { type MarkKind, SHAPES, TimelineFoot } from './timeline-foot.js';
import { detailText, quoted, unspokenText } from './timeline-words.js';

/** Somebody speaks, in milliseconds from the answer. */
export interface SpeechBlock {
  /** Of the utterance in the transcript. */
  index: number;
  lane: 'agent' | 'customer';
  speaker: string;
  text: string;
  unspoken: string | null;
  startMs: number;
  endMs: number;
}

/** The time from the customer's last word to the agent's first. */
export interface AnswerGap {
  turn: number;
  startMs: number;
  endMs: number;
  /** Longer than a person waits without wondering. */
  isSlow: boolean;
}

/** Something that happened at one instant. */
export interface TimelineMark {
  kind: MarkKind;
  atMs: number;
  title: string;
  /** What was said, found or went wrong; null where the title says it all. */
  detail: string | null;
  unspoken: string | null;
  isBad: boolean;
}

/** A call drawn to scale. */
export interface TimelineShown {
  lengthMs: number;
  speech: readonly SpeechBlock[];
  gaps: readonly AnswerGap[];
  marks: readonly TimelineMark[];
  tickMs: readonly number[];
}

/** Heights of the rows, from top to bottom, in pixels. */
const MARKS_Y = 16;
const LANE = { agent: 32, customer: 104 };
const LANE_HEIGHT = 32;
const GAP_Y = 80;
const AXIS_Y = 148;
const HEIGHT = 172;

/** A long call is wider than the page and scrolls: narrower than this, a second could not be hit. */
const LEAST_PIXELS_A_SECOND = 5;
const PAGE_WIDTH = 1_040;

export const clock = (ms: number): string => clockText(Math.floor(ms / 1_000));

/** Who spoke when, to scale: drawn here, so that it is there without a script; a script lets it play. */
export const Timeline = ({ timeline }: { timeline: TimelineShown }) => {
  const { lengthMs, speech, gaps, marks, tickMs } = timeline;
  const needed = Math.round((lengthMs / 1_000) * LEAST_PIXELS_A_SECOND);
  const at = (ms: number): string => `${((Math.min(ms, lengthMs) / lengthMs) * 100).toFixed(3)}%`;
  return (
    <div class="timeline">
      <svg class="lanes" width="88" height={HEIGHT} aria-hidden="true">
        <text x="0" y={LANE.agent + 20}>
          Agent
        </text>
        <text x="0" y={GAP_Y + 10}>
          Answer after, s
        </text>
        <text x="0" y={LANE.customer + 20}>
          Customer
        </text>
      </svg>
      <div class="timeline-scroll" role="region" aria-label="Timeline" tabIndex={0}>
        <svg
          class="course"
          width={needed > PAGE_WIDTH ? needed : '100%'}
          height={HEIGHT}
          data-timeline={lengthMs}
        >
          <Axis tickMs={tickMs} at={at} />
          {gaps.map((gap) => (
            <GapBar gap={gap} at={at} />
          ))}
          {speech.map((block) => (
            <Speech block={block} at={at} />
          ))}
          {marks.map((mark) => (
            <MarkShape mark={mark} at={at} />
          ))}
          <line class="playhead" x1="0" x2="0" y1="4" y2={AXIS_Y} />
        </svg>
      </div>
      <TimelineFoot
        kinds={new Set(marks.map(({ kind }) => kind))}
        hasSlow={gaps.some(({ isSlow }) => isSlow)}
      />
    </div>
  );
};

type At = (ms: number) => string;

const Axis = ({ tickMs, at }: { tickMs: readonly number[]; at: At }) => (
  <g class="axis" aria-hidden="true">
    <rect class="lane" x="0" y={LANE.agent} width="100%" height={LANE_HEIGHT} rx="4" />
    <rect class="lane" x="0" y={LANE.customer} width="100%" height={LANE_HEIGHT} rx="4" />
    {tickMs.map((ms) => (
      <>
        <line x1={at(ms)} x2={at(ms)} y1={LANE.agent} y2={AXIS_Y} />
        <text x={at(ms)} y={AXIS_Y + 14}>
          {clock(ms)}
        </text>
      </>
    ))}
  </g>
);

const width = (startMs: number, endMs: number, at: At): string =>
  `${(Number.parseFloat(at(endMs)) - Number.parseFloat(at(startMs))).toFixed(3)}%`;

const GapBar = ({ gap, at }: { gap: AnswerGap; at: At }) => {
  const ms = gap.endMs - gap.startMs;
  return (
    <g class={gap.isSlow ? 'gap slow' : 'gap'} aria-hidden="true">
      <rect x={at(gap.startMs)} y={GAP_Y - 8} width={width(gap.startMs, gap.endMs, at)} height="8" rx="2" />
      <text x={at((gap.startMs + gap.endMs) / 2)} y={GAP_Y + 12}>
        {(ms / 1_000).toFixed(1)}
      </text>
    </g>
  );
};

/** What a block or mark stands for: its first line names it, the others say more. */
const Told = ({ lines }: { lines: readonly (string | null)[] }) => (
  <title>{lines.filter((line) => line !== null && line !== '').join('\n')}</title>
);

/** A block leads to its words. It is for the pointer; keys go through the transcript. */
const Speech = ({ block, at }: { block: SpeechBlock; at: At }) => {
  const { index, lane, speaker, startMs, endMs, text, unspoken } = block;
  return (
    <g class="mark" data-said={index}>
      <Told
        lines={[`${speaker} · ${clock(startMs)} – ${clock(endMs)}`, quoted(text), unspokenText(unspoken)]}
      />
      <a href={`#said-${index}`} tabIndex={-1} aria-label={`${speaker} at ${clock(startMs)}`}>
        <rect
          class={`speech ${lane}`}
          x={at(startMs)}
          y={LANE[lane]}
          width={width(startMs, endMs, at)}
          height={LANE_HEIGHT}
          rx="4"
        />
      </a>
    </g>
  );
};

/** Something that happened, to be pointed at or come to by keys. */
const MarkShape = ({ mark, at }: { mark: TimelineMark; at: At }) => {
  const { kind, atMs, title, isBad } = mark;
  const y = kind === 'interruption' || kind === 'aside' ? LANE.agent + 4 : MARKS_Y;
  const more = [detailText(mark), unspokenText(mark.unspoken)];
  const told = [`${title} at ${clock(atMs)}`, ...more];
  return (
    <g class={`mark ${kind}${isBad ? ' bad' : ''}`} data-at={atMs}>
      <Told lines={[`${title} · ${clock(atMs)}`, ...more]} />
      <svg x={at(atMs)} y={y} overflow="visible" width="1" height="1">
        <g tabIndex={0} role="img" aria-label={told.filter(Boolean).join('. ')}>
          <rect class="target" x="-12" y="-12" width="24" height="24" />
          <path d={SHAPES[kind]} />
        </g>
      </svg>
    </g>
  );
};
