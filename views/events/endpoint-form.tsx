import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { ManyField } from '../shared/check-field.js';
import { type FormProblem, Optional, SelectField, TextField } from '../shared/field.js';
import { Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { targetUrlHint } from '../shared/target-url.js';
import { EVENTS } from './event-tabs.js';

export interface EndpointFormProps {
  frame: Frame;
  /** null for a new one. */
  endpoint: { id: string; name: string } | null;
  fields: {
    url: string;
    description: string;
    eventTypes: readonly string[];
    agentId: string;
    headers: readonly { name: string; value: string; hidden: boolean }[];
    version: string;
  };
  /** Whether this installation posts to plain http and private addresses too. */
  allowPrivateTargets: boolean;
  types: readonly { value: string; label: string; hint: string }[];
  agents: readonly { value: string; label: string }[];
  problems: readonly FormProblem[];
}

export const EndpointFormPage = (props: EndpointFormProps) => {
  const { frame, endpoint, fields, types, agents, problems } = props;
  const title = endpoint ? 'Edit endpoint' : 'Add endpoint';
  const back = endpoint ? { href: `/settings/events/${endpoint.id}`, label: endpoint.name } : EVENTS;
  return (
    <Shell title={`${endpoint ? `${title} · ${endpoint.name}` : title} · Events`} frame={frame}>
      <PageHead title={title} from={endpoint ? [EVENTS, back] : EVENTS} />
      <Form frame={frame} action={endpoint ? back.href : '/settings/events'} class="form endpoint-form">
        <ErrorSummary problems={problems} labels={LABELS} />
        {endpoint && <input type="hidden" name="version" value={fields.version} />}
        <TextField
          name="url"
          label="URL"
          hint={`Events are posted here. ${targetUrlHint(props.allowPrivateTargets)}`}
          value={fields.url}
          maxLength={2000}
          autocomplete="off"
          spellcheck={false}
          problems={problems}
        />
        <TextField
          name="description"
          label="Description"
          hint="What it is for, in your own words."
          optional
          value={fields.description}
          maxLength={500}
          autocomplete="off"
          problems={problems}
        />
        <ManyField
          name="event_types"
          label="Events"
          hint="Tick what it wants to be told. With none ticked it is told everything, also what is added later."
          optional
          choices={types}
          values={fields.eventTypes}
          problems={problems}
        />
        <SelectField
          name="agent_id"
          label="Agent"
          hint="With an agent, only events of that agent’s calls."
          value={fields.agentId}
          choices={[{ value: '', label: 'All agents, and what belongs to no call' }, ...agents]}
          problems={problems}
        />
        <Headers headers={fields.headers} problems={problems} />
        <FormButtons submit={endpoint ? 'Save endpoint' : 'Add endpoint'} back={back.href} />
      </Form>
    </Shell>
  );
};

/** As they are named where one of them is refused. */
const LABELS = { event_types: 'Events', headers: 'Extra headers' };

const KEEPING = ' Leave a value empty to keep it; empty a name to take its header away.';

const Headers = ({
  headers,
  problems,
}: {
  headers: EndpointFormProps['fields']['headers'];
  problems: readonly FormProblem[];
}) => {
  const problem = problems.find(({ field }) => field === 'headers')?.text;
  return (
    <fieldset class={problem ? 'field wrong' : 'field'} aria-describedby="headers-hint">
      <legend>
        {LABELS.headers}
        <Optional />
      </legend>
      <p class="hint" id="headers-hint">
        Sent with every request, for example an authorization that your gateway asks for. Values are encrypted
        and never shown again.{headers.some(({ hidden }) => hidden) && KEEPING}
      </p>
      <div class="rows" data-rows>
        {headers.map((header, index) => (
          <div class="row header-row">
            <input
              id={index === 0 ? 'headers' : undefined}
              name="header_name"
              value={header.name}
              aria-label={`Name of header ${index + 1}`}
              placeholder="Name"
              autocomplete="off"
              spellcheck={false}
              maxLength={100}
            />
            <input
              name="header_value"
              value={header.value}
              aria-label={`Value of header ${index + 1}`}
              placeholder={header.hidden ? 'Hidden; stays as it is' : 'Value'}
              autocomplete="off"
              spellcheck={false}
              maxLength={2000}
            />
          </div>
        ))}
      </div>
      <button type="button" class="button quiet small" data-add-row hidden>
        Add header
      </button>
      {problem && <p class="problem">{problem}</p>}
    </fieldset>
  );
};
