import { Plain } from '../layouts/plain.js';
import type { Frame } from '../layouts/frame.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';

export interface SignInProps {
  frame: Frame;
  email: string;
  /** Where to go afterwards. */
  next: string;
  problems: readonly FormProblem[];
}

export const SignInPage = ({ frame, email, next, problems }: SignInProps) => (
  <Plain title="Sign in" theme={frame.theme}>
    <h1>Sign in</h1>
    {frame.message && (
      <p class="flash" role="status">
        {frame.message}
      </p>
    )}
    {next !== '/settings' && problems.length === 0 && (
      <p>To go on to the page that you asked for. Sessions end after a while without a page.</p>
    )}
    <Form frame={frame} action="/settings/sign-in" class="form">
      <ErrorSummary problems={problems} />
      <input type="hidden" name="next" value={next} />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        value={email}
        autocomplete="username"
        problems={problems}
        autofocus={problems.length === 0}
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        problems={problems}
      />
      <button type="submit" class="button primary wide">
        Sign in
      </button>
    </Form>
    <p class="aside">
      Forgotten it? An owner of your organization can make you a new link on the Team page, and whoever runs
      this installation with <code>npm run cli -- user reset-link</code>.
    </p>
  </Plain>
);
