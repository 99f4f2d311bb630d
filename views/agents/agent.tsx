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
  /** What it calls from without a number of its own. */
  defaultNumber: { number: string; shown: string } | null;
  notes: Readonly<Record<string, string>>;
  groups: readonly FactGroup[];
}

export const AgentPage = ({ frame, agent, updatedAt, lastCallAt, ...shown }: AgentPageProps) => (
  <Shell title={`${agent.name} · Agents`} frame={frame}>
    <AgentHead frame={frame} agent={agent} place="" />
    <dl class="facts told">
      <dt>Status</dt>
      <dd>{agent.active ? activeWords(shown) : 'Inactive: it places and answers no calls.'}</dd>
      <dt>Phone numbers</dt>
      <dd>
        <Numbers {...shown} mayChange={frame.person?.mayChange ?? false} />
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
    <Facts
      groups={shown.groups}
      notes={shown.notes}
      edit={frame.person?.mayChange ? `${agentPath(agent.id)}/edit` : undefined}
    />
  </Shell>
);

type Callable = Pick<AgentPageProps, 'numbers' | 'defaultNumber'>;

function activeWords({ numbers, defaultNumber }: Callable): string {
  if (numbers.length > 0) return 'Active: it places and answers calls.';
  return defaultNumber
    ? 'Active: it places calls, and answers none, as no number leads to it.'
    : 'Active, but without a number: it can neither call nor be called.';
}

const Numbers = ({ numbers, defaultNumber, mayChange }: Callable & { mayChange: boolean }) =>
  numbers.length === 0 ? (
    <>
      {defaultNumber ? (
        <>
          None leads to it; it calls from the default number, <Phone {...defaultNumber} />.
        </>
      ) : (
        'None, and the organization has none to call from.'
      )}{' '}
      <a href="/settings/phone-numbers">
        {mayChange && !defaultNumber ? 'Add phone number' : 'Phone numbers'}
      </a>
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
