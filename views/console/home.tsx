import { type CallStatus, outcomeOf } from '../calls/words.js';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import type { ChartDay } from '../shared/chart.js';
import { EmptyState } from '../shared/empty-state.js';
import { Form } from '../shared/form.js';
import { LineChart } from '../shared/line-chart.js';
import { PageHead } from '../shared/page-head.js';
import { StackedBars } from '../shared/stacked-bars.js';
import { Status } from '../shared/status.js';
import { Time } from '../shared/time.js';
import { FirstSteps, type FirstStepsProps } from './first-steps.js';
import { Today, type TodayProps } from './today.js';

export interface HomeProps extends TodayProps {
  frame: Frame;
  ranges: readonly { label: string; href: string; range: number }[];
  range: number;
  hasCalls: boolean;
  /** Empty when they are done or were put away. */
  /** None once all are done. */
  steps: FirstStepsProps['steps'];
  stepsAreDismissed: boolean;
  figures: readonly {
    label: string;
    hint: string;
    value: string;
    trend: { words: string; tone: 'good' | 'bad' | 'even' } | null;
  }[];
  outcomes: { series: readonly { key: string; label: string }[]; days: readonly ChartDay[] };
  /** p50 and p95 in milliseconds. */
  latency: readonly ChartDay[];
  live: {
    count: number;
    newest: readonly LiveCall[];
  };
}

/** A call that is not over. */
export interface LiveCall {
  id: string;
  status: CallStatus;
  contact: string;
  agent: string;
  startedAt: Date;
}

export const HomePage = (props: HomeProps) => {
  const { frame, hasCalls, ranges, range } = props;
  const open = frame.person?.mayChange ? props.steps : [];
  const steps = props.stepsAreDismissed ? [] : open;
  return (
    <Shell title="Home" frame={frame}>
      <PageHead title="Home" purpose="How the calls go, and what needs you.">
        {hasCalls && <Ranges ranges={ranges} range={range} />}
      </PageHead>
      {steps.length > 0 && <FirstSteps frame={frame} steps={steps} />}
      {hasCalls ? <Overview {...props} /> : steps.length === 0 && <NoCalls frame={frame} />}
      {(hasCalls || props.mappings.length > 0) && <Today {...props} />}
      {steps.length < open.length && <DismissedSteps frame={frame} />}
    </Shell>
  );
};

const DismissedSteps = ({ frame }: { frame: Frame }) => (
  <Form frame={frame} action="/settings/first-steps/restore" class="at-end">
    <button type="submit" class="button quiet small">
      Show first steps
    </button>
  </Form>
);

const Ranges = ({ ranges, range }: Pick<HomeProps, 'ranges' | 'range'>) => (
  <nav class="segments" aria-label="Days to look back">
    {ranges.map((one) => (
      <a href={one.href} aria-current={one.range === range ? 'true' : undefined}>
        {one.label}
      </a>
    ))}
  </nav>
);

const NoCalls = ({ frame }: { frame: Frame }) => (
  <EmptyState
    title="No calls yet"
    text="Here you will see how many calls there were, how they ended, and how fast agents answered."
  >
    {frame.person?.mayChange && (
      <a class="button primary" href="/settings/agents/new">
        Create agent
      </a>
    )}
  </EmptyState>
);

const LATENCY_SERIES = [
  { key: 'half', label: 'Half within (p50)' },
  { key: 'slow', label: '95% within (p95)' },
];

const milliseconds = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

const Overview = ({ figures, outcomes, latency, live }: HomeProps) => (
  <>
    <dl class="home-figures">
      {figures.map(({ label, hint, value, trend }) => (
        <div>
          <dt title={hint}>{label}</dt>
          <dd class="value">{value}</dd>
          <dd class={`trend ${trend?.tone ?? 'even'}`}>{trend?.words ?? 'Nothing to compare with yet'}</dd>
        </div>
      ))}
    </dl>
    <Live live={live} />
    {outcomes.days.some(({ values }) => values.some((value) => value !== 0)) ? (
      <StackedBars
        title="Calls by outcome"
        unit="calls"
        series={outcomes.series}
        days={outcomes.days}
        hrefOf={(date) => `/settings/calls?from=${date}&to=${date}`}
      />
    ) : (
      <NoChart title="Calls by outcome" text="No call has ended in these days." />
    )}
    {latency.some(({ values }) => values.some((value) => value !== null)) ? (
      <LineChart
        title="Response latency"
        summary="how long customers waited for an answer, half of the time and all but a twentieth of it"
        series={LATENCY_SERIES}
        days={latency}
        words={milliseconds}
      />
    ) : (
      <NoChart title="Response latency" text="No answer of an agent was measured in these days." />
    )}
  </>
);

const NoChart = ({ title, text }: { title: string; text: string }) => (
  <figure class="chart">
    <figcaption>
      <h2>{title}</h2>
    </figcaption>
    <p>{text}</p>
  </figure>
);

const Live = ({ live: { count, newest } }: Pick<HomeProps, 'live'>) => (
  <section class="live-calls" aria-labelledby="live">
    <h2 id="live" class={count === 0 ? 'none' : undefined}>
      {count === 0 ? 'No live calls' : `${count.toLocaleString('en')} live ${count === 1 ? 'call' : 'calls'}`}
    </h2>
    {newest.length > 0 && (
      <ul>
        {newest.map(({ id, status, contact, agent, startedAt }) => (
          <li>
            <Status {...outcomeOf({ status, success: null, voicemail: false })} />
            <a href={`/settings/calls/${id}`}>{contact}</a>
            <span>with {agent}</span>
            <Time at={startedAt} />
          </li>
        ))}
      </ul>
    )}
    {count > newest.length ? (
      <a href="/settings/calls?status=live">All live calls</a>
    ) : (
      <a href="/settings/calls">All calls</a>
    )}
  </section>
);
