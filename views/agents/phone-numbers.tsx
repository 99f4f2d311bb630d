import { type AgentChoice, AgentField } from './agent-choice.js';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { Check } from '../shared/check-field.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { EnterSaves, Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Table } from '../shared/table.js';

const NUMBERS = { href: '/settings/phone-numbers', label: 'Phone numbers' };

export interface PhoneNumbersProps {
  frame: Frame;
  numbers: readonly {
    id: string;
    number: string;
    national: string;
    label: string | null;
    agent: string | null;
    isDefault: boolean;
  }[];
  /** The organization brings an account at the carrier, whose numbers it connects itself. */
  canConnect: boolean;
  pages: { previous: string | null; next: string | null };
}

export const PhoneNumbersPage = ({ frame, numbers, canConnect, pages }: PhoneNumbersProps) => {
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title="Phone numbers" frame={frame}>
      <PageHead title="Phone numbers" purpose="What agents call from, and where they can be called.">
        {mayChange && (
          <a class={canConnect ? 'button quiet' : 'button primary'} href="/settings/phone-numbers/new">
            Add phone number
          </a>
        )}
        {mayChange && canConnect && numbers.length > 0 && <Connect />}
      </PageHead>
      {numbers.length === 0 ? (
        <NoNumbers simulated={frame.simulated} mayChange={mayChange} canConnect={canConnect} />
      ) : (
        <Table caption="Phone numbers" columns={['Number', { label: 'Label', wideOnly: true }, 'Agent']}>
          {numbers.map(({ id, number, national, label, agent, isDefault }) => (
            <tr>
              <th scope="row" title={number}>
                <span class="phone">
                  {mayChange ? <a href={`/settings/phone-numbers/${id}`}>{national}</a> : national}
                </span>
                {isDefault && <span class="tag">Default</span>}
                {label !== null && (
                  <small class="narrow-only" dir="auto">
                    {label}
                  </small>
                )}
              </th>
              <NameCell name={label} none="No label" />
              <NameCell name={agent} none="No agent answers" />
            </tr>
          ))}
        </Table>
      )}
      <Pagination {...pages} />
    </Shell>
  );
};

const NameCell = ({ name, none }: { name: string | null; none: string }) =>
  name === null ? (
    <td>
      <span class="none">{none}</span>
    </td>
  ) : (
    <td dir="auto" title={name}>
      {name}
    </td>
  );

const Connect = () => (
  <a class="button primary" href="/settings/carrier-numbers">
    Connect Twilio number
  </a>
);

interface NoNumbersProps {
  simulated: boolean;
  mayChange: boolean;
  canConnect: boolean;
}

const NoNumbers = ({ simulated, mayChange, canConnect }: NoNumbersProps) =>
  canConnect ? (
    <EmptyState
      title="No phone numbers yet"
      text="Connect a number of your Twilio account: its calls come here, and an agent answers. The first one becomes the default, which agents without a number call from."
    >
      {mayChange && <Connect />}
    </EmptyState>
  ) : (
    <EmptyState
      title="No phone numbers yet"
      text={`${
        simulated
          ? 'Calls are simulated, so any number will do, and no real phone rings.'
          : 'Add a number that your carrier has given you.'
      } The first one becomes the default, which agents without a number call from.`}
    />
  );

export interface PhoneNumberFormProps {
  frame: Frame;
  /** null for a new one. */
  id: string | null;
  /** The organization brings an account at the carrier, whose numbers it connects itself. */
  canConnect: boolean;
  number: string;
  label: string;
  isDefault: boolean;
  /** Of the number as it is edited. */
  version: string;
  agent: AgentChoice;
  problems: readonly FormProblem[];
}

const purposeOf = ({ simulated }: Frame): string =>
  simulated
    ? 'Any number will do while calls are simulated.'
    : 'For a number whose calls already come here. Nothing is changed at your carrier.';

export const PhoneNumberFormPage = (props: PhoneNumberFormProps) => {
  const { frame, id, number, problems } = props;
  const title = id === null ? 'Add phone number' : number;
  return (
    <Shell title={`${title} · Phone numbers`} frame={frame}>
      <PageHead title={title} from={NUMBERS} purpose={id === null ? purposeOf(frame) : undefined}>
        {id === null && props.canConnect && (
          <a class="button quiet" href="/settings/carrier-numbers">
            Connect Twilio number instead
          </a>
        )}
      </PageHead>
      <Form frame={frame} action={id === null ? NUMBERS.href : `${NUMBERS.href}/${id}`} class="form">
        <EnterSaves />
        <ErrorSummary problems={problems} />
        {id === null ? (
          <TextField
            name="number"
            label="Number"
            hint="In international form, such as +1 312 555 0100."
            type="tel"
            value={number}
            autocomplete="off"
            problems={problems}
          />
        ) : (
          <input type="hidden" name="version" value={props.version} />
        )}
        <TextField
          name="label"
          label="Label"
          hint="What it is for, in your own words."
          optional
          value={props.label}
          maxLength={100}
          autocomplete="off"
          problems={problems}
        />
        <AgentField
          choice={props.agent}
          hint="Answers calls to this number and makes calls from it."
          none="None"
          problems={problems}
        />
        <Check
          name="is_default"
          label="Default number"
          hint="Agents without a number of their own call from it. One number is the default."
          checked={props.isDefault}
        />
        <FormButtons submit={id === null ? 'Add phone number' : 'Save phone number'} back={NUMBERS.href} />
      </Form>
      {id !== null && (
        <section>
          <h2>Remove</h2>
          <p>
            Calls made with it keep it in their record.
            {!frame.simulated && ' Nothing is changed at your carrier.'}
          </p>
          <a class="button quiet" href={`${NUMBERS.href}/${id}/remove`}>
            Remove phone number
          </a>
        </section>
      )}
    </Shell>
  );
};
