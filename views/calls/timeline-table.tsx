import { shortTime } from '../shared/duration.js';
import { Table } from '../shared/table.js';
import { clock, type TimelineMark, type TimelineShown } from './timeline.js';
import { detailText, unspokenText } from './timeline-words.js';

interface Line {
  atMs: number;
  untilMs: number | null;
  what: string;
}

const SHOWN_LENGTH = 80;

const shortened = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).trimEnd()}…` : text;

function markText(mark: TimelineMark): string {
  const said = [mark.title, detailText(mark)].filter(Boolean).join(': ');
  const unspoken = unspokenText(mark.unspoken && shortened(mark.unspoken));
  return [said, unspoken].filter(Boolean).join(' ');
}

const linesOf = ({ speech, gaps, marks }: TimelineShown): Line[] =>
  [
    ...speech.map(({ startMs, endMs, speaker, text }) => ({
      atMs: startMs,
      untilMs: endMs,
      what: `${speaker}: ${shortened(text)}`,
    })),
    ...gaps.map(({ startMs, endMs, isSlow }) => ({
      atMs: startMs,
      untilMs: endMs,
      what: `The agent answered after ${shortTime(endMs - startMs)}${isSlow ? ', which is slow' : ''}`,
    })),
    ...marks.map((mark) => ({ atMs: mark.atMs, untilMs: null, what: markText(mark) })),
  ].toSorted((a, b) => a.atMs - b.atMs);

const tenths = (ms: number): string => `${clock(ms)}.${Math.floor((ms % 1_000) / 100)}`;

/** The timeline for who does not see it. */
export const TimelineTable = ({ timeline }: { timeline: TimelineShown }) => (
  <details class="more">
    <summary>Show as table</summary>
    <Table
      caption="Timeline as a table"
      columns={[{ label: 'From', right: true }, { label: 'To', right: true, wideOnly: true }, 'What']}
    >
      {linesOf(timeline).map(({ atMs, untilMs, what }) => (
        <tr>
          <td class="right">{tenths(atMs)}</td>
          <td class="right">{untilMs === null ? '' : tenths(untilMs)}</td>
          <td class="wrap">{what}</td>
        </tr>
      ))}
    </Table>
  </details>
);
