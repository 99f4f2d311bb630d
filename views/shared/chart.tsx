import type { ComponentChildren } from 'preact';
import { Table } from './table.js';

/** What a chart draws of one day. */
export interface ChartDay {
  /** ISO date. */
  date: string;
  /** As the axis names it. */
  label: string;
  /** One for each series; null where there is nothing to draw. */
  values: readonly (number | null)[];
}

/** A drawing's own units; the page stretches it to its width. */
export const DRAWING = { width: 1000, height: 200 };

interface ChartProps {
  /** Its heading, and what the drawing is for who cannot see it. */
  title: string;
  /** What it shows, in a sentence. */
  summary: string;
  series: readonly { key: string; label: string }[];
  days: readonly ChartDay[];
  /** The highest value of the axis. */
  top: number;
  /** A value in words, on the axis and in the table. */
  words: (value: number) => string;
  /** Where the calls of a day are, if they can be looked at. */
  hrefOf?: (date: string) => string;
  children: ComponentChildren;
}

/** A drawing by days with its axes and its key; behind it the same as a table. */
export const Chart = ({ title, summary, series, days, top, words, hrefOf, children }: ChartProps) => (
  <figure class="chart">
    <figcaption>
      <h2>{title}</h2>
      <ul class="key">
        {series.map(({ key, label }) => (
          <li>
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
              <rect class={`series ${key}`} width="10" height="10" rx="2" />
            </svg>
            {label}
          </li>
        ))}
      </ul>
    </figcaption>
    <div class="plot">
      <div class="scale" aria-hidden="true">
        <span>{words(top)}</span>
        <span>{words(top / 2)}</span>
        <span>{words(0)}</span>
      </div>
      <svg
        viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${summary}`}
      >
        {[0, 0.5, 1].map((share) => (
          <line
            class="grid"
            x1="0"
            x2={DRAWING.width}
            y1={share * DRAWING.height}
            y2={share * DRAWING.height}
          />
        ))}
        {children}
      </svg>
      <div class={days.length <= FEW_DAYS ? 'days each' : 'days'} aria-hidden="true">
        {namedOf(days).map((day, index, all) => (
          <DayName label={day?.label} before={all[index - 1]?.label} />
        ))}
      </div>
    </div>
    <details>
      <summary>Show as table</summary>
      <Table
        caption={`${title}, by day`}
        columns={['Day (UTC)', ...series.map(({ label }) => ({ label, right: true }))]}
      >
        {days.toReversed().map(({ date, label, values }) => (
          <tr>
            <th scope="row">{hrefOf ? <a href={hrefOf(date)}>{label}</a> : label}</th>
            {values.map((value) => (
              <td>{value === null ? '–' : words(value)}</td>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  </figure>
);

interface DayNameProps {
  label: string | undefined;
  /** Of the day before it. */
  before: string | undefined;
}

/** A month that was named already can be left out where there is little room. */
const DayName = ({ label = '', before = '' }: DayNameProps) => {
  const [day, month = ''] = label.split(' ');
  return (
    <span>
      {day}
      <span class={before.endsWith(month) ? 'again' : undefined}>{` ${month}`}</span>
    </span>
  );
};

/** Where a pointer learns what a day was. */
export const DayArea = ({ index, slot, words }: { index: number; slot: number; words: string }) => (
  <rect class="hit" x={round(index * slot)} width={round(slot)} height={DRAWING.height}>
    <title>{words}</title>
  </rect>
);

/** As exact as a drawing needs. */
export const round = (value: number): number => Number(value.toFixed(2));

/** So many days are each named on the axis. */
const FEW_DAYS = 7;

const namedOf = (days: readonly ChartDay[]): readonly (ChartDay | undefined)[] =>
  days.length <= FEW_DAYS ? days : [days[0], days[Math.floor(days.length / 2)], days.at(-1)];

const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The next round number that is not below, and whose half is whole. */
export function roundUp(value: number): number {
  if (value <= 10) return Math.max(2, 2 * Math.ceil(value / 2));
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return magnitude * (STEPS.find((step) => step * magnitude >= value) ?? 10);
}
