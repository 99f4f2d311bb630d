import { Chart, type ChartDay, DayArea, DRAWING, round, roundUp } from './chart.js';

interface StackedBarsProps {
  title: string;
  /** What is counted, several of it. */
  unit: string;
  series: readonly { key: string; label: string }[];
  days: readonly ChartDay[];
  hrefOf?: (date: string) => string;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

const totalOf = ({ values }: ChartDay): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Share of a day's width that its bar takes. */
const BAR_SHARE = 0.72;

/** How many of what on each day, one kind on top of the other. */
export const StackedBars = ({ title, unit, series, days, hrefOf }: StackedBarsProps) => {
  const top = roundUp(Math.max(...days.map(totalOf)));
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  const slot = DRAWING.width / days.length;
  const width = round(slot * BAR_SHARE);
  const heightOf = (value: number): number => round((value / top) * DRAWING.height);
  // One path for all pieces of a kind: a tenth of what rectangles would weigh.
  const pieceOf = ({ values }: ChartDay, place: number, index: number): string => {
    const height = heightOf(values[place] ?? 0);
    if (height === 0) return '';
    const ground = values.slice(0, place).reduce<number>((sum, value) => sum + heightOf(value ?? 0), 0);
    const left = round((index + (1 - BAR_SHARE) / 2) * slot);
    return `M${left} ${round(DRAWING.height - ground)}v-${height}h${width}v${height}z`;
  };
  return (
    <Chart
      title={title}
      summary={`${whole(total)} ${unit} on ${days.length} days`}
      series={series}
      days={days}
      top={top}
      words={whole}
      hrefOf={hrefOf}
    >
      {days.map((day, index) => (
        <DayArea index={index} slot={slot} words={tellDay(day, series, unit)} />
      ))}
      {series.map(({ key }, place) => (
        <path class={`series ${key}`} d={days.map((day, index) => pieceOf(day, place, index)).join('')} />
      ))}
    </Chart>
  );
};

const tellDay = (day: ChartDay, series: StackedBarsProps['series'], unit: string): string => {
  const parts = series.flatMap(({ label }, place) => {
    const value = day.values[place] ?? 0;
    return value === 0 ? [] : [`${label} ${whole(value)}`];
  });
  return [`${day.label}: ${whole(totalOf(day))} ${unit}`, ...parts].join('\n');
};
