import type { Frame } from '../layouts/frame.js';
import { Plain } from '../layouts/plain.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';

const TITLES = { invite: 'Join', reset: 'Choose a new password', 'sign-in': 'Welcome' };

export interface LinkProps {
  frame: Frame;
  action: string;
  kind: keyof typeof TITLES;
  email: string;
  organization: string;
  problems: readonly FormProblem[];
}

/** What a one-time link opens. Looking does not use it up: mail programs look too. */
export const LinkPage = ({ frame, action, kind, email, organization, problems }: LinkProps) => {
  const title = kind === 'invite' ? `Join ${organization}` : TITLES[kind];
  return (
    <Plain title={title} theme={frame.theme}>
      <h1>{title}</h1>
      <p>
        {kind === 'sign-in' ? 'You enter ' : 'For '}
        <strong>{organization}</strong> as <strong>{email}</strong>.
      </p>
      <Form frame={frame} action={action} class="form">
        <ErrorSummary problems={problems} />
        {kind !== 'sign-in' && <NewPassword email={email} problems={problems} />}
        <button type="submit" class="button primary wide">
          {kind === 'sign-in' ? `Open ${organization}` : 'Save password and sign in'}
        </button>
      </Form>
    </Plain>
  );
};

const NewPassword = ({ email, problems }: Pick<LinkProps, 'email' | 'problems'>) => (
  <>
    <input
      class="unseen"
      type="email"
      value={email}
      autocomplete="username"
      readOnly
      tabIndex={-1}
      aria-label="E-mail"
    />
    <TextField
      name="password"
      label="Password"
      hint="At least 12 characters; a few words are easier to keep than odd ones."
      type="password"
      autocomplete="new-password"
      problems={problems}
    />
  </>
);

/** A link that was used, is too old, or never was one. */
export const DeadLinkPage = ({ frame }: { frame: Frame }) => (
  <Plain title="This link no longer works" theme={frame.theme}>
    <h1>This link no longer works</h1>
    <p>It was used, or it is too old. Ask for a new one, or sign in.</p>
    <a class="button primary" href="/settings/sign-in">
      Sign in
    </a>
  </Plain>
);
