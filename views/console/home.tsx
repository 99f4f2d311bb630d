import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import type { ChartDay } from '../shared/chart.js';
import { EmptyState } from '../shared/empty-state.js';
import { LineChart } from '../shared/line-chart.js';
import { PageHead } from '../shared/page-head.js';
import { StackedBars } from '../shared/stacked-bars.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { FirstSteps, type FirstStepsProps } from './first-steps.js';

export interface HomeProps {
  frame: Frame;
  ranges: readonly { label: string; href: string; range: number }[];
  range: number;
  hasCalls: boolean;
  /** Empty when they are done or were put away. */
  steps: FirstStepsProps['steps'];
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
  mappings: readonly MappingHealth[];
  attention: readonly Attention[];
}

/** A call that is not over. */
export interface LiveCall {
  id: string;
  status: string;
  contact: string;
  agent: string;
  startedAt: Date;
}

/** A mapping and what came to it within 24 hours. */
export interface MappingHealth {
  id: string;
  name: string;
  active: boolean;
  lastReceivedAt: Date | null;
  accepted: string;
  refused: string;
}

/** Something that does not get better unless a person looks at it. */
export interface Attention {
  title: string;
  text: string;
  at: Date;
  href: string;
}

export const HomePage = (props: HomeProps) => {
  const { frame, hasCalls, ranges, range } = props;
  const steps = frame.person?.mayChange ? props.steps : [];
  return (
    <Shell title="Home" frame={frame}>
      <PageHead title="Home" purpose="How the calls go, and what needs you.">
        {hasCalls && <Ranges ranges={ranges} range={range} />}
      </PageHead>
      {steps.length > 0 && <FirstSteps frame={frame} steps={steps} />}
      {hasCalls ? <Overview {...props} /> : steps.length === 0 && <NoCalls frame={frame} />}
      {(hasCalls || props.mappings.length > 0) && <Today {...props} />}
    </Shell>
  );
};

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
  { key: 'slow', label: '95 % within (p95)' },
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
    <StackedBars
      title="Calls by outcome"
      unit="calls"
      series={outcomes.series}
      days={outcomes.days}
      hrefOf={(date) => `/settings/calls?from=${date}&to=${date}`}
    />
    {latency.some(({ values }) => values.some((value) => value !== null)) ? (
      <LineChart
        title="Response latency"
        summary="how long customers waited for an answer, half of the time and all but a twentieth of it"
        series={LATENCY_SERIES}
        days={latency}
        words={milliseconds}
      />
    ) : (
      <figure class="chart">
        <figcaption>
          <h2>Response latency</h2>
        </figcaption>
        <p>No answer of an agent was measured in these days.</p>
      </figure>
    )}
  </>
);

const WORDS: Record<string, string> = { queued: 'Queued', ringing: 'Ringing', 'in-progress': 'In progress' };

const Live = ({ live: { count, newest } }: Pick<HomeProps, 'live'>) => (
  <section class="live-calls" aria-labelledby="live">
    <h2 id="live" class={count === 0 ? 'none' : undefined}>
      {count === 0 ? 'No live calls' : `${count.toLocaleString('en')} live ${count === 1 ? 'call' : 'calls'}`}
    </h2>
    {newest.length > 0 && (
      <ul>
        {newest.map(({ id, status, contact, agent, startedAt }) => (
          <li>
            <Status tone="good" word={WORDS[status] ?? status} />
            <a href={`/settings/calls/${id}`}>{contact}</a>
            <span>with {agent}</span>
            <Time at={startedAt} />
          </li>
        ))}
      </ul>
    )}
    {count > newest.length ? (
      <a href="/settings/calls?status=in-progress">All live calls</a>
    ) : (
      <a href="/settings/calls">All calls</a>
    )}
  </section>
);

const Today = ({ attention, mappings }: HomeProps) => (
  <div class="columns">
    <section aria-labelledby="attention">
      <h2 id="attention">Needs you</h2>
      {attention.length === 0 ? (
        <p class="calm">Nothing failed in the last 24 hours.</p>
      ) : (
        <ul class="attention">
          {attention.map(({ title, text, at, href }) => (
            <li>
              <a href={href}>{title}</a>
              <Time at={at} />
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
    <section aria-labelledby="intake">
      <h2 id="intake">Intake, last 24 hours</h2>
      {mappings.length === 0 ? (
        <p class="calm">
          No mapping yet. <a href="/settings/webhook-mappings">Create one</a> and your forms make contacts.
        </p>
      ) : (
        <Intake mappings={mappings} />
      )}
    </section>
  </div>
);

const Intake = ({ mappings }: Pick<HomeProps, 'mappings'>) => (
  <Table
    caption="Intake by mapping, last 24 hours"
    columns={[
      'Mapping',
      { label: 'Accepted', right: true },
      { label: 'Refused', right: true },
      'Last request',
    ]}
  >
    {mappings.map(({ id, name, active, lastReceivedAt, accepted, refused }) => (
      <tr>
        <th scope="row" class="wrap">
          <a href={`/settings/webhook-mappings/${id}`}>{name}</a>
          {!active && <span class="tag">Inactive</span>}
        </th>
        <td class="right">{accepted}</td>
        <td class={refused === '0' ? 'right' : 'right bad'}>{refused}</td>
        <td>
          <Time at={lastReceivedAt} />
        </td>
      </tr>
    ))}
  </Table>
);
