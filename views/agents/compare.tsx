import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { TextField } from '../shared/field.js';
import { Time } from '../shared/time.js';
import { AgentHead, agentPath, type AgentName } from './agent-head.js';
import type { VersionLine } from './versions.js';

type DiffLine =
  | { kind: 'same' | 'removed' | 'added'; parts: readonly { text: string; differs: boolean }[] }
  | { kind: 'skipped'; lines: number };

interface CompareProps {
  frame: Frame;
  agent: AgentName;
  before: VersionLine;
  after: VersionLine;
  changes: readonly {
    kind: 'changed' | 'added' | 'removed';
    label: string;
    before: string;
    after: string;
    /** Of long values, how they differ. */
    lines: readonly DiffLine[] | null;
  }[];
}

export const ComparePage = ({ frame, agent, before, after, changes }: CompareProps) => (
  <Shell title={`Version ${before.version} and ${after.version} · ${agent.name} · Agents`} frame={frame}>
    <AgentHead frame={frame} agent={agent} place="/versions" />
    <div class="page-head">
      <h2>{`From version ${before.version} to version ${after.version}`}</h2>
      <Maker {...before} />
      <Maker {...after} />
    </div>
    <form method="get" action={`${agentPath(agent.id)}/compare`} class="filters" aria-label="Compare others">
      <TextField
        name="from"
        label="From version"
        inputMode="numeric"
        value={String(before.version)}
        autocomplete="off"
      />
      <TextField
        name="to"
        label="To version"
        inputMode="numeric"
        value={String(after.version)}
        autocomplete="off"
      />
      <button type="submit" class="button quiet">
        Compare versions
      </button>
    </form>
    {changes.length === 0 ? (
      <p>Nothing that the agent is told differs.</p>
    ) : (
      changes.map(({ kind, label, lines, ...texts }) => (
        <section class="change">
          <h3>
            {label} <span class="tag">{kind}</span>
          </h3>
          {lines === null ? <Values kind={kind} {...texts} /> : <Lines label={label} lines={lines} />}
        </section>
      ))
    )}
  </Shell>
);

const Maker = ({ version, actor, at }: VersionLine) => (
  <p>
    {`Version ${version} by ${actor}, `}
    <Time at={at} exact />
  </p>
);

interface ValuesProps {
  kind: 'changed' | 'added' | 'removed';
  before: string;
  after: string;
}

const Values = ({ kind, before, after }: ValuesProps) => (
  <div class="diff">
    {kind !== 'added' && <Line kind="removed" parts={[{ text: before || 'None', differs: false }]} />}
    {kind !== 'removed' && <Line kind="added" parts={[{ text: after || 'None', differs: false }]} />}
  </div>
);

const Lines = ({ label, lines }: { label: string; lines: readonly DiffLine[] }) => (
  <div class="diff" role="group" aria-label={`Difference of ${label}`}>
    {lines.map((line) =>
      line.kind === 'skipped' ? (
        <p class="skipped">{line.lines === 1 ? 'One equal line' : `${line.lines} equal lines`}</p>
      ) : (
        <Line {...line} />
      ),
    )}
  </div>
);

const SAID = { same: '', removed: 'Was: ', added: 'Is: ' };

const Line = ({
  kind,
  parts,
}: {
  kind: keyof typeof SAID;
  parts: readonly { text: string; differs: boolean }[];
}) => (
  <p class={kind}>
    {kind !== 'same' && <span class="unseen">{SAID[kind]}</span>}
    {parts.map(({ text, differs }) => (differs ? <mark>{text}</mark> : text))}
  </p>
);
