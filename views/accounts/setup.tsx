import type { Frame } from '../layouts/frame.js';
import { Plain } from '../layouts/plain.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';

export interface SetupProps {
  frame: Frame;
  action: string;
  organization: string;
  email: string;
  problems: readonly FormProblem[];
}

/** The first page of a fresh installation. */
export const SetupPage = ({ frame, action, organization, email, problems }: SetupProps) => (
  <Plain title="Set up" theme={frame.theme}>
    <h1>Set up your installation</h1>
    <p>You become the owner of its first organization, and can let others in.</p>
    <Form frame={frame} action={action} class="form">
      <ErrorSummary problems={problems} />
      <TextField name="organization" label="Organization" value={organization} problems={problems} />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        value={email}
        autocomplete="username"
        problems={problems}
      />
      <TextField
        name="password"
        label="Password"
        hint="At least 12 characters; a few words are easier to keep than odd ones."
        type="password"
        autocomplete="new-password"
        problems={problems}
      />
      <button type="submit" class="button primary wide">
        Create organization
      </button>
    </Form>
  </Plain>
);
