import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ConfirmPage } from '../shared/confirm-page.js';
import { Copy } from '../shared/copy.js';
import { SelectField } from '../shared/field.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';
import { EVENTS } from './event-tabs.js';
import { Verify, type VerifyExample } from './verify.js';

export interface SecretProps {
  frame: Frame;
  id: string;
  name: string;
  secret: string;
  /** Until when the one before signs too. */
  previousUntil: Date | null;
  examples: readonly VerifyExample[];
}

/** A secret just made: the only page that shows it. */
export const SecretPage = ({ frame, id, name, secret, previousUntil, examples }: SecretProps) => (
  <Shell title={`Secret of ${name} · Events`} frame={frame}>
    <PageHead title={name} from={EVENTS} />
    <div class="secret">
      <p>
        <strong>Copy the signing secret now.</strong> It is shown this once.{' '}
        {previousUntil && (
          <>
            Requests are signed with the old one as well until <Time at={previousUntil} exact />: change yours
            over before.
          </>
        )}
      </p>
      <Copy value={secret} label="signing secret" />
    </div>
    <div class="buttons">
      <a class="button primary" href={`/settings/events/${id}`}>
        I have copied it
      </a>
    </div>
    <Verify examples={examples} />
  </Shell>
);

/** In seconds. */
export const OVERLAPS = [
  { value: '86400', label: 'Valid for 24 hours more' },
  { value: '0', label: 'Invalid at once: somebody else knows it' },
] as const;

export const RotatePage = ({ frame, id, name }: { frame: Frame; id: string; name: string }) => (
  <ConfirmPage
    frame={frame}
    title={`Rotate the secret of ${name}`}
    from={[EVENTS, { href: `/settings/events/${id}`, label: name }]}
    action={`/settings/events/${id}/rotate-secret`}
    button="Rotate secret"
    consequences={[
      'You get a new signing secret; it is shown once.',
      'While both are valid every request carries a signature of each, so that you can change yours at any moment.',
      'If the secret before the old one still signs, it stops now.',
    ]}
  >
    <SelectField name="overlap" label="Old secret" value="86400" choices={OVERLAPS} />
  </ConfirmPage>
);
