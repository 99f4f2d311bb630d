import { Chart, type ChartDay, DayArea, DRAWING, roundUp } from './chart.js';

interface LineChartProps {
  title: string;
  /** What it shows, in a sentence. */
  summary: string;
  series: readonly { key: string; label: string }[];
  days: readonly ChartDay[];
  words: (value: number) => string;
}

/** A line for each series through the days; where nothing was measured it has a gap. */
export const LineChart = ({ title, summary, series, days, words }: LineChartProps) => {
  const top = roundUp(Math.max(0, ...days.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const slot = DRAWING.width / days.length;
  const at = (index: number, value: number): string =>
    `${((index + 0.5) * slot).toFixed(1)} ${((1 - value / top) * DRAWING.height).toFixed(1)}`;
  return (
    <Chart title={title} summary={summary} series={series} days={days} top={top} words={words}>
      {days.map((day, index) => (
        <DayArea index={index} slot={slot} words={tellDay(day, series, words)} />
      ))}
      {series.map(({ key }, place) => {
        const values = days.map((day) => day.values[place] ?? null);
        return (
          <>
            <path class={`line ${key}`} d={lineThrough(values, at)} />
            <path class={`dots ${key}`} d={dotsAt(values, at)} />
          </>
        );
      })}
    </Chart>
  );
};

const tellDay = (
  { label, values }: ChartDay,
  series: LineChartProps['series'],
  words: (value: number) => string,
) =>
  [
    label,
    ...series.map((one, place) => {
      const value = values[place] ?? null;
      return `${one.label} ${value === null ? 'not measured' : words(value)}`;
    }),
  ].join('\n');

type At = (index: number, value: number) => string;

function lineThrough(values: readonly (number | null)[], at: At): string {
  let drawing = false;
  return values
    .map((value, index) => {
      const command = drawing ? 'L' : 'M';
      drawing = value !== null;
      return value === null ? '' : `${command}${at(index, value)}`;
    })
    .join('');
}

/** More of them would hide the line. */
const MOST_DOTS = 30;

/** Each is a line of no length with round ends. Of many days, only those that stand alone and would not be seen. */
const dotsAt = (values: readonly (number | null)[], at: At): string =>
  values
    .map((value, index) => {
      const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
      return value !== null && (isAlone || values.length <= MOST_DOTS) ? `M${at(index, value)}h0` : '';
    })
    .join('');
