import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { Phone } from '../shared/phone.js';
import { Time } from '../shared/time.js';
import { AgentHead, agentPath, type AgentName } from './agent-head.js';
import { type FactGroup, Facts } from './facts.js';

export interface AgentPageProps {
  frame: Frame;
  agent: AgentName & { version: number };
  updatedAt: Date;
  lastCallAt: Date | null;
  numbers: readonly { id: string; number: string; shown: string; label: string | null }[];
  groups: readonly FactGroup[];
}

export const AgentPage = ({ frame, agent, updatedAt, lastCallAt, numbers, groups }: AgentPageProps) => (
  <Shell title={`${agent.name} · Agents`} frame={frame}>
    <AgentHead frame={frame} agent={agent} place="" />
    <dl class="facts">
      <dt>Status</dt>
      <dd>
        {agent.active ? 'Active: it places and answers calls.' : 'Inactive: it places and answers no calls.'}
      </dd>
      <dt>Phone numbers</dt>
      <dd>
        <Numbers numbers={numbers} mayChange={frame.person?.mayChange ?? false} />
      </dd>
      <dt>Last call</dt>
      <dd>
        <Time at={lastCallAt} none="No calls yet" />
        {lastCallAt && (
          <>
            {' · '}
            <a href={`/settings/calls?agent_id=${agent.id}`}>All its calls</a>
          </>
        )}
      </dd>
      <dt>Version</dt>
      <dd>
        <a href={`${agentPath(agent.id)}/versions`}>{`Version ${agent.version}`}</a>
        {', '}
        <Time at={updatedAt} />
      </dd>
      <dt>Agent ID</dt>
      <dd>
        <Copy value={agent.id} label="agent ID" />
      </dd>
    </dl>
    <Facts groups={groups} />
  </Shell>
);

const Numbers = ({ numbers, mayChange }: Pick<AgentPageProps, 'numbers'> & { mayChange: boolean }) =>
  numbers.length === 0 ? (
    <>
      <span class="none">None leads to it; it calls from the default number. </span>
      <a href="/settings/phone-numbers">Phone numbers</a>
    </>
  ) : (
    <ul class="items">
      {numbers.map(({ id, number, shown, label }) => (
        <li>
          {mayChange ? (
            <a href={`/settings/phone-numbers/${id}`}>
              <Phone number={number} shown={shown} />
            </a>
          ) : (
            <Phone number={number} shown={shown} />
          )}
          {label !== null && <span class="none"> {label}</span>}
        </li>
      ))}
    </ul>
  );
