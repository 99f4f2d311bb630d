import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ConfirmPage, type ConfirmProps } from '../shared/confirm-page.js';
import { Pagination } from '../shared/pagination.js';
import { Unspaced } from '../shared/parts.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { AgentHead, agentPath, type AgentName } from './agent-head.js';
import { type FactGroup, Facts } from './facts.js';

export interface VersionLine {
  version: number;
  at: Date;
  /** As it goes on behind “by”. */
  actor: string;
  /** What it changed. */
  words: string;
}

interface VersionsProps {
  frame: Frame;
  agent: AgentName;
  current: number;
  versions: readonly VersionLine[];
  pages: { previous: string | null; next: string | null };
}

export const VersionsPage = ({ frame, agent, current, versions, pages }: VersionsProps) => (
  <Shell title={`Versions · ${agent.name} · Agents`} frame={frame}>
    <AgentHead frame={frame} agent={agent} place="/versions" />
    <form method="get" action={`${agentPath(agent.id)}/compare`} aria-label="Compare versions">
      <Table
        caption="Versions"
        columns={[
          'Version',
          'What changed',
          { label: 'By', wideOnly: true },
          { label: 'When', wideOnly: true },
          'From',
          'To',
        ]}
      >
        {versions.map(({ version, at, actor, words }, line) => (
          <tr>
            <th scope="row" class="place">
              <a href={`${agentPath(agent.id)}/versions/${version}`}>{`Version ${version}`}</a>
              {version === current && <span class="tag">Current</span>}
              <small class="narrow">
                <Time at={at} exact />
              </small>
              <small class="narrow">
                <Unspaced text={actor} />
              </small>
            </th>
            <td class="wrap">{words}</td>
            <td class="name">{actor}</td>
            <td>
              <Time at={at} exact />
            </td>
            <td>
              <Pick name="from" version={version} checked={line === Math.min(1, versions.length - 1)} />
            </td>
            <td>
              <Pick name="to" version={version} checked={line === 0} />
            </td>
          </tr>
        ))}
      </Table>
      {versions.length > 1 && (
        <div class="buttons">
          <button type="submit" class="button quiet">
            Compare versions
          </button>
        </div>
      )}
    </form>
    <Pagination {...pages} />
  </Shell>
);

const Pick = ({ name, version, checked }: { name: 'from' | 'to'; version: number; checked: boolean }) => (
  <label class="pick">
    <input
      type="radio"
      name={name}
      value={version}
      checked={checked}
      aria-label={`Compare ${name} version ${version}`}
    />
  </label>
);

type RestoreProps = Omit<ConfirmProps, 'children'> & {
  /** Where it is compared with what there is now. */
  look: { href: string; label: string };
};

export const RestorePage = ({ look, ...confirm }: RestoreProps) => (
  <ConfirmPage {...confirm}>
    <p>
      <a href={look.href}>{look.label}</a>
    </p>
  </ConfirmPage>
);

interface VersionProps {
  frame: Frame;
  agent: AgentName;
  current: number;
  version: VersionLine;
  groups: readonly FactGroup[];
}

export const VersionPage = ({
  frame,
  agent,
  current,
  version: { version, ...made },
  groups,
}: VersionProps) => {
  const path = agentPath(agent.id);
  return (
    <Shell title={`Version ${version} · ${agent.name} · Agents`} frame={frame}>
      <AgentHead frame={frame} agent={agent} place="/versions" />
      <div class="page-head">
        <div>
          <div class="titles">
            <h2>{`Version ${version}`}</h2>
            <p>
              {`${made.words === '' ? 'Saved' : made.words} by ${made.actor}, `}
              <Time at={made.at} exact />.
            </p>
          </div>
          <div class="actions">
            {version > 1 && (
              <a class="button quiet" href={`${path}/compare?from=${version - 1}&to=${version}`}>
                Show what changed
              </a>
            )}
            {version !== current && (
              <a class="button quiet" href={`${path}/compare?from=${version}&to=${current}`}>
                Compare with current
              </a>
            )}
            {version !== current && frame.person?.mayChange && (
              <a class="button primary" href={`${path}/versions/${version}/restore`}>
                Restore version
              </a>
            )}
          </div>
        </div>
      </div>
      <Facts groups={groups} />
    </Shell>
  );
};
