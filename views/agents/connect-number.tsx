import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { EnterSaves, Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { type AgentChoice, AgentField } from './agent-choice.js';

const NUMBERS = { href: '/settings/phone-numbers', label: 'Phone numbers' };
const PATH = '/settings/carrier-numbers';

interface NumberChoice {
  number: string;
  national: string;
  /** What the account calls it, where that says more than the number. */
  name: string | null;
  isConnected: boolean;
}

interface NumberList {
  numbers: readonly NumberChoice[];
  hasMore: boolean;
}

export interface ConnectNumberProps {
  frame: Frame;
  /** The account's name at the carrier; null where the organization brings none. */
  account: string | null;
  /** The installation calls nobody real, so there is no account to bring. */
  onlySimulated: boolean;
  /** What the carrier has told; null before it was asked. */
  list: NumberList | null;
  /** The number that was chosen or typed. */
  number: string;
  agent: AgentChoice;
  problems: readonly FormProblem[];
}

export const ConnectNumberPage = (props: ConnectNumberProps) => (
  <Shell title="Connect number · Phone numbers" frame={props.frame}>
    <PageHead
      title="Connect number"
      from={NUMBERS}
      purpose="Twilio brings the calls to a number of your account here, and an agent answers. This replaces what Twilio did with them before."
    />
    {props.account === null ? <NoAccount {...props} /> : <Connection {...props} />}
  </Shell>
);

const NoAccount = ({ onlySimulated }: ConnectNumberProps) =>
  onlySimulated ? (
    <EmptyState
      title="Nothing to connect"
      text="This installation only simulates calls, and its number is connected by itself. To connect real ones it has to be started with a public https address, a secret key and a language model."
    >
      <a class="button quiet" href={NUMBERS.href}>
        Show phone numbers
      </a>
    </EmptyState>
  ) : (
    <EmptyState
      title="No Twilio account of your own"
      text="Save the account of this organization first. Numbers of the installation’s account are connected by whoever runs it."
    >
      <a class="button primary" href="/settings/organization#carrier">
        Add Twilio account
      </a>
    </EmptyState>
  );

const Connection = (props: ConnectNumberProps) => {
  const { frame, account, list, number, agent, problems } = props;
  const isListed = list !== null && list.numbers.length > 0;
  const typed = list?.numbers.some((one) => one.number === number) ? '' : number;
  return (
    <Form frame={frame} action={PATH} class="form">
      <EnterSaves />
      <ErrorSummary problems={problems} />
      <div class="buttons">
        <button
          type="submit"
          class="button quiet"
          formaction={`${PATH}/list`}
          formnovalidate
          aria-describedby="list-hint"
        >
          {list === null ? 'List numbers' : 'List numbers again'}
        </button>
        <small id="list-hint">{`Asks Twilio for the numbers of ${account ?? ''}.`}</small>
      </div>
      {list && <Choices list={list} chosen={number} />}
      <TextField
        name="number"
        label={isListed ? 'Another number' : 'Number'}
        hint={isListed ? `Only if it is not in the list. ${FORM}` : FORM}
        type="tel"
        value={typed}
        autocomplete="off"
        problems={problems}
      />
      <AgentField
        choice={agent}
        hint="Answers calls to this number and makes calls from it."
        problems={problems}
      />
      <FormButtons submit="Connect number" back={NUMBERS.href} />
    </Form>
  );
};

const FORM = 'In international form, such as +1 312 555 0100. It must belong to the account.';

const Choices = ({ list, chosen }: { list: NumberList; chosen: string }) => {
  const isAnother = chosen !== '' && list.numbers.every(({ number }) => number !== chosen);
  return (
    <fieldset class="field" tabIndex={-1} data-focus aria-describedby="chosen-hint">
      <legend>Numbers of the account</legend>
      <p class="hint" id="chosen-hint">
        {toldOf(list)}
      </p>
      {list.numbers.length > 0 && (
        <ul class="account-numbers">
          {list.numbers.map((one) => (
            <li>
              <label class="account-number">
                <input type="radio" name="chosen" value={one.number} checked={one.number === chosen} />
                <strong>{one.national}</strong>
                {one.name !== null && <small>{one.name}</small>}
                {one.isConnected && <span class="tag">Connected</span>}
              </label>
            </li>
          ))}
          <li>
            <label class="account-number">
              <input type="radio" name="chosen" value="" checked={isAnother} />
              <strong>Another number, entered below</strong>
            </label>
          </li>
        </ul>
      )}
    </fieldset>
  );
};

function toldOf({ numbers, hasMore }: NumberList): string {
  if (numbers.length === 0) return 'Twilio says that the account has none. Buy one in the Twilio console.';
  if (hasMore) return `The ${numbers.length} newest. Type any other below.`;
  return numbers.length === 1 ? 'There is one.' : `There are ${numbers.length}.`;
}
