import { clockText, shortTime } from '../shared/duration.js';
import { Table } from '../shared/table.js';
import type { Audio, CallShown, Latency } from './call-shown.js';

const STAGES = [
  ['e2e', 'Whole answer'],
  ['stt', 'Understanding'],
  ['llm', 'Thinking'],
  ['tts', 'Beginning to speak'],
  ['tool', 'Using tools'],
] as const;

/** How the call went, in numbers. */
export const Measures = ({ call }: { call: CallShown }) => {
  const { quality_metrics: quality, latency_metrics: latency, audio_metrics: audio } = call;
  if (!quality && !latency && !audio) return null;
  return (
    <section>
      <h2 id="numbers">Numbers</h2>
      {quality && <QualityFigures quality={quality} />}
      {latency && <LatencyTable latency={latency} />}
      {audio && <p class="footnote">{audioText(audio)}</p>}
    </section>
  );
};

type Quality = NonNullable<CallShown['quality_metrics']>;

const interruptionsOf = (quality: Quality): number =>
  quality.customer_interruptions - quality.false_interruptions;

const ISSUES: Readonly<Record<string, string>> = {
  'long-silence': 'a long silence',
  'slow-answer': 'slow answers',
  'tool-failure': 'tools that failed',
  error: 'errors',
};

/** In words: everything that the score loses by. */
function lossesOf(quality: Quality): string[] {
  const interruptions = interruptionsOf(quality);
  const counted = interruptions === 1 ? '1 interruption' : `${interruptions} interruptions`;
  return [
    ...quality.issues.map((issue) => ISSUES[issue] ?? issue.replaceAll('-', ' ')),
    ...(interruptions > 0 ? [counted] : []),
  ];
}

const QualityFigures = ({ quality }: { quality: Quality }) => {
  const losses = lossesOf(quality);
  return (
    <>
      <dl class="call-numbers">
        {figuresOf(quality).map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {losses.length > 0 && <p>{`What lowered the score: ${losses.join(', ')}.`}</p>}
      {quality.estimated && <p>Talk times are computed from the words: nobody measured them.</p>}
    </>
  );
};

const figuresOf = (quality: Quality): [string, string][] => [
  ['Score', quality.overall_score === null ? '–' : `${quality.overall_score} of 100`],
  ['Turns', String(quality.turn_count)],
  ['Agent spoke', talkTime(quality.agent_talk_ms)],
  ['Customer spoke', talkTime(quality.customer_talk_ms)],
  ['Agent’s share', quality.talk_ratio === null ? '–' : `${Math.round(quality.talk_ratio * 100)}%`],
  ['Longest silence', quality.longest_silence_ms === null ? '–' : shortTime(quality.longest_silence_ms)],
  ['Interruptions', String(interruptionsOf(quality))],
  ['Spoke along', String(quality.agent_interruptions + quality.false_interruptions)],
  [
    'Tools used',
    `${quality.tool_calls}${quality.tool_failures > 0 ? `, ${quality.tool_failures} failed` : ''}`,
  ],
  ['Tokens', quality.llm_tokens === null ? '–' : quality.llm_tokens.toLocaleString('en-US')],
];

/** Who spoke longer is seen at a glance where both are written in one way. */
const talkTime = (ms: number | null): string => (ms === null ? '–' : clockText(ms / 1_000));

const LatencyTable = ({ latency }: { latency: Latency }) => (
  <Table
    caption="Time to answer, in milliseconds"
    columns={[
      'Time to answer (ms)',
      { label: 'Answers', right: true, wideOnly: true },
      { label: 'Shortest', right: true, wideOnly: true },
      { label: 'Half within', right: true },
      { label: '90% within', right: true, wideOnly: true },
      { label: '95% within', right: true },
      { label: 'Longest', right: true },
    ]}
  >
    {STAGES.map(([name, label]) => {
      const stage = latency[name];
      return (
        stage && (
          <tr>
            <th scope="row">{label}</th>
            {[stage.count, stage.min, stage.p50, stage.p90, stage.p95, stage.max].map((value) => (
              <td class="right">{value.toLocaleString('en-US')}</td>
            ))}
          </tr>
        )
      );
    })}
  </Table>
);

function audioText({ codec, inbound, outbound, rtt_ms, words_per_minute, source }: Audio): string {
  const text = [
    codec && `sound in ${codec}`,
    inbound && streamText('incoming', inbound),
    outbound && streamText('outgoing', outbound),
    rtt_ms !== null && `round trip ${rtt_ms} ms`,
    words_per_minute !== null && `the agent spoke ${words_per_minute.toLocaleString('en-US')} words a minute`,
    source === 'carrier' ? 'sound measured by the carrier' : 'sound not measured by the carrier',
  ]
    .filter(Boolean)
    .join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const streamText = (
  name: string,
  { mos, loss_pct, jitter_ms }: NonNullable<Audio['inbound']>,
): string | null => {
  const figures = [
    mos !== null && `quality ${mos} of 5`,
    loss_pct !== null && `${loss_pct}% lost`,
    jitter_ms !== null && `jitter ${jitter_ms} ms`,
  ].filter(Boolean);
  return figures.length === 0 ? null : `${name} ${figures.join(', ')}`;
};
