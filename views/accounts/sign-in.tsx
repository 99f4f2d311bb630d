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

/** Its words: no line ends within one, or `--email` would be read, and typed, as two. */
const RESET = 'npm run --silent cli -- user reset-link --email you@example.com'.split(' ');

export const SignInPage = ({ frame, email, next, problems }: SignInProps) => (
  <Plain title="Sign in" theme={frame.theme}>
    <h1>Sign in</h1>
    {problems.length === 0 && <Reason message={frame.message} next={next} />}
    <Form frame={frame} action="/settings/sign-in" class="form">
      <ErrorSummary problems={problems} title="You are not signed in" />
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
      Forgot your password? An owner of your organization can make you a reset link on the Team page, and so
      can an admin unless you are an owner. Whoever runs this installation always can:{' '}
      <code class="command">
        {RESET.map((word) => (
          <>
            <span>{word}</span>{' '}
          </>
        ))}
      </code>
    </p>
  </Plain>
);

/** Why one is here: what was said to somebody who had a session is not meant for who lost it. */
const Reason = ({ message, next }: { message: string | null; next: string }) => {
  if (next !== '/settings') {
    return (
      <p>
        Sign in to go on to the page you asked for. Sessions end after 12 hours of inactivity, and after 14
        days in any case.
      </p>
    );
  }
  return message === null ? null : (
    <p class="flash" role="status">
      {message}
    </p>
  );
};
