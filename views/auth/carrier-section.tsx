import type { Frame } from '../layouts/frame.js';
import { CarrierAnswer, type CarrierAnswered } from '../shared/carrier-answer.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';

export interface CarrierSectionProps {
  frame: Frame;
  /** When the organization was changed last, as this page knows it. */
  seen: string;
  carrier: {
    accountSid: string;
    tokenLastFour: string | null;
    /** The organization has its own account; otherwise its calls go through the installation's carrier. */
    isOwn: boolean;
    /** Accounts before it whose token is kept. */
    former: readonly { id: string; accountSid: string }[];
    /** What can be brought: accounts whose calls are real or simulated, or none. */
    takes: 'real' | 'simulated' | 'none';
    problems: readonly FormProblem[];
    /** What the carrier said when it was tested just now; null otherwise. */
    tested: CarrierAnswered | null;
  };
}

const PATH = '/settings/organization/carrier';

/** Through whom the organization's calls go; viewers see no more than that. */
export const CarrierSection = (props: CarrierSectionProps) => {
  const { frame, carrier } = props;
  return (
    <section aria-labelledby="carrier">
      <h2 id="carrier">Carrier</h2>
      <p>{whichCarrier(frame.simulated, carrier)}</p>
      {frame.person?.mayChange && <Settings {...props} />}
    </section>
  );
};

/** What an account of its own would change about that. */
const UNTIL = {
  real: ' until a Twilio account is saved here',
  simulated: ', even with an account saved here',
  none: '',
};

function whichCarrier(simulated: boolean, { isOwn, takes }: CarrierSectionProps['carrier']): string {
  const whose = isOwn ? 'a Twilio account of this organization' : 'the Twilio account of this installation';
  if (!simulated) return `Calls go through ${whose}.`;
  if (isOwn) return `Calls go through ${whose}. This installation simulates them: no real phone rings.`;
  return `Calls are simulated by this installation: no real phone rings${UNTIL[takes]}.`;
}

const Settings = (props: CarrierSectionProps) => {
  const { frame, carrier } = props;
  return (
    <>
      {carrier.takes === 'none' && !carrier.isOwn ? <OnlySimulated /> : <Account {...props} />}
      {/* What answers for a simulation would seem to answer for the account that is typed above it. */}
      {(carrier.isOwn || !frame.simulated) && <Test {...props} />}
      {carrier.former.length > 0 && <Former carrier={carrier} />}
    </>
  );
};

const OnlySimulated = () => (
  <p>
    An account of your own can be saved here once the installation is started with a public https address, a
    secret key and a language model of its own.
  </p>
);

const Account = ({ frame, seen, carrier }: CarrierSectionProps) => {
  const { isOwn, tokenLastFour, former, problems } = carrier;
  const kept = tokenLastFour === null ? 'A token is kept.' : `A token that ends in ${tokenLastFour} is kept.`;
  return (
    <Form frame={frame} action={PATH} class="form" label="Twilio account">
      <ErrorSummary problems={problems} labels={{ twilio_auth_token: 'Auth token' }} />
      <input type="hidden" name="seen" value={seen} />
      <TextField
        name="twilio_account_sid"
        label="Twilio account SID"
        hint="Numbers that agents call from, and answer, must belong to this account."
        value={carrier.accountSid}
        autocomplete="off"
        spellcheck={false}
        maxLength={34}
        problems={problems}
      />
      <TextField
        name="twilio_auth_token"
        label="Auth token"
        hint={
          isOwn
            ? `${kept} Fill this in to replace it: requests signed with the old one are accepted for 24 more hours. Another account needs its own token.`
            : 'Kept encrypted, and never shown again.'
        }
        type="password"
        autocomplete="off"
        problems={problems}
      />
      {(isOwn || former.length > 0) && <WhatIsKept former={former} />}
      <div class="buttons">
        <button type="submit" class="button primary">
          Save Twilio account
        </button>
        {isOwn && (
          <a class="button quiet" href={`${PATH}/remove`}>
            Remove account
          </a>
        )}
      </div>
    </Form>
  );
};

const WhatIsKept = ({ former }: Pick<CarrierSectionProps['carrier'], 'former'>) => (
  <p class="hint">
    Calls that have begun stay with the account that they began with, and so do their recordings: the token of
    a former account is kept, encrypted, until you forget it under{' '}
    {former.length > 0 ? <a href="#former-accounts">Former accounts</a> : 'Former accounts'}.
  </p>
);

const Test = ({ frame, carrier: { isOwn, tested } }: CarrierSectionProps) => (
  <div class="model-test">
    <Form frame={frame} action="/settings/organization/carrier-test#carrier-test">
      <button type="submit" class="button quiet" aria-describedby="carrier-test-hint">
        Test carrier
      </button>
      <small id="carrier-test-hint">
        {isOwn
          ? 'Asks Twilio for the account’s last call. What is saved is tested, not what is typed above.'
          : 'Asks the carrier of this installation whether it takes our requests. What is saved is tested, not what is typed above.'}
      </small>
    </Form>
    {tested && (
      <CarrierAnswer answer={tested} of={isOwn ? 'organization' : 'installation'} id="carrier-test" />
    )}
  </div>
);

const Former = ({ carrier: { former } }: Pick<CarrierSectionProps, 'carrier'>) => (
  <div class="former">
    <h3 id="former-accounts">Former accounts</h3>
    <ul class="numbers" aria-labelledby="former-accounts">
      {former.map(({ id, accountSid }) => (
        <li>
          <code>{accountSid}</code>
          <a
            class="button quiet small"
            href={`${PATH}/${id}/forget`}
            aria-label={`Forget account ${accountSid}`}
          >
            Forget account
          </a>
        </li>
      ))}
    </ul>
  </div>
);
