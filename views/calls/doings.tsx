import { shortTime } from '../shared/duration.js';
import { JsonView } from '../shared/json-view.js';
import { Status, type Tone } from '../shared/status.js';
import { Table } from '../shared/table.js';
import type { Action, CallShown, ToolUse } from './call-shown.js';
import { clock } from './timeline.js';

const ACTION_STATUSES: Record<Action['status'], { tone: Tone; word: string }> = {
  pending: { tone: 'waiting', word: 'Waiting' },
  running: { tone: 'live', word: 'Running' },
  succeeded: { tone: 'good', word: 'Succeeded' },
  failed: { tone: 'bad', word: 'Failed' },
  skipped: { tone: 'off', word: 'Skipped' },
};

const TRIGGERS: Record<Action['trigger'], string> = {
  in_call: 'During the call',
  post_call: 'After the call',
  manual: 'By hand',
};

const TYPES: Readonly<Record<string, string>> = {
  http_request: 'Request',
  transfer: 'Transfer',
  update_contact: 'Contact update',
  add_tag: 'Tag',
  add_note: 'Note',
  opt_out: 'Opt-out',
};

/** What became of them, in the words of the rows. */
const countsText = (actions: readonly Action[]): string =>
  Object.entries(ACTION_STATUSES)
    .map(([name, { word }]) => ({ word, count: actions.filter(({ status }) => status === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word.toLowerCase()}`)
    .join(', ');

/** What the call set off elsewhere. */
export const Actions = ({ call }: { call: CallShown }) => {
  const actions = call.action_executions ?? [];
  return actions.length === 0 ? null : (
    <section>
      <h2 id="actions">Actions</h2>
      <p>{countsText(actions)}</p>
      <Table
        caption="Actions"
        columns={[
          'Action',
          { label: 'Set off', wideOnly: true },
          'Status',
          { label: 'Attempts', right: true, wideOnly: true },
          { label: 'Took', right: true, wideOnly: true },
          'Request and answer',
        ]}
      >
        {actions.map((action) => (
          <tr>
            <th scope="row">
              {action.name} <span class="tag">{TYPES[action.type] ?? action.type}</span>
            </th>
            <td>{TRIGGERS[action.trigger]}</td>
            <td>
              <Status {...ACTION_STATUSES[action.status]} />
              {action.error !== null && <p class="problem">{action.error}</p>}
            </td>
            <td class="right">{action.attempt}</td>
            <td class="right">{action.duration_ms !== null && shortTime(action.duration_ms)}</td>
            <td class="wrap">
              <Folded
                label={`request and answer of ${action.name}`}
                value={{ request: action.request, response: action.response }}
              />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};

const TOOL_STATUSES: Record<ToolUse['status'], { tone: Tone; word: string }> = {
  succeeded: { tone: 'good', word: 'Succeeded' },
  failed: { tone: 'bad', word: 'Failed' },
  timeout: { tone: 'bad', word: 'Timed out' },
  unresolved: { tone: 'off', word: 'Cut off' },
};

/** What the agent used while it spoke. */
export const Tools = ({ call }: { call: CallShown }) => {
  const tools = call.tool_usage ?? [];
  return tools.length === 0 ? null : (
    <section>
      <h2 id="tools">Tools</h2>
      <p>What the agent looked up or did while it spoke.</p>
      <Table
        caption="Tools"
        columns={[
          'Tool',
          { label: 'At', right: true, wideOnly: true },
          'Status',
          { label: 'Took', right: true, wideOnly: true },
          'Given and found',
        ]}
      >
        {tools.map((tool) => (
          <tr>
            <th scope="row">
              {tool.name} <span class="tag">{tool.source === 'http' ? 'HTTP' : 'Built in'}</span>
            </th>
            <td class="right">{tool.offset_ms === null ? '' : clock(tool.offset_ms)}</td>
            <td>
              <Status {...TOOL_STATUSES[tool.status]} />
              {tool.error !== null && <p class="problem">{tool.error}</p>}
            </td>
            <td class="right">{tool.latency_ms !== null && shortTime(tool.latency_ms)}</td>
            <td class="wrap">
              <Folded
                label={`what ${tool.name} was given and found`}
                value={{ arguments: tool.arguments, result: tool.result }}
              />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};

const Folded = ({ label, value }: { label: string; value: unknown }) => (
  <details class="folded">
    <summary>
      Show<span class="unseen">{` ${label}`}</span>
    </summary>
    <JsonView label={label} value={value} />
  </details>
);
