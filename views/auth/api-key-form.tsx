import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ManyField } from '../shared/check-field.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, SelectField, TextField } from '../shared/field.js';
import { Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';

const KEYS = { href: '/settings/api-keys', label: 'API keys' };

export const EXPIRY_CHOICES = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

export interface NewApiKeyProps {
  frame: Frame;
  name: string;
  scopes: readonly string[];
  expires: string;
  /** All that there are. */
  all: readonly string[];
  problems: readonly FormProblem[];
}

const SCOPE_WORDS: Readonly<Record<string, string>> = {
  'calls:read': 'Look at calls, transcripts and recordings.',
  'calls:write': 'Start and end calls, add notes.',
  'contacts:read': 'Look at contacts.',
  'contacts:write': 'Create, change, merge and delete contacts.',
  'agents:read': 'Look at agents and their versions.',
  'agents:write': 'Create and change agents.',
  'phone_numbers:read': 'Look at phone numbers.',
  'phone_numbers:write': 'Add, change and remove phone numbers.',
  'mappings:read': 'Look at webhook mappings and their log.',
  'mappings:write': 'Create, change and delete webhook mappings.',
  'webhooks:read': 'Look at endpoints and deliveries.',
  'webhooks:write': 'Add and change endpoints, resend events.',
  'keys:write': 'Create, rotate and revoke API keys.',
  'intake:write': 'Post to the addresses of webhook mappings.',
};

export const NewApiKeyPage = ({ frame, name, scopes, expires, all, problems }: NewApiKeyProps) => (
  <Shell title="Create API key · API keys" frame={frame}>
    <PageHead title="Create API key" from={KEYS} purpose="Give it what its program needs, no more." />
    <Form frame={frame} action={KEYS.href} class="form">
      <ErrorSummary problems={problems} />
      <TextField
        name="name"
        label="Name"
        hint="The program that uses it, such as CRM export."
        value={name}
        maxLength={100}
        autocomplete="off"
        problems={problems}
      />
      <ManyField
        name="scopes"
        label="What it may do"
        choices={all.map((scope) => ({ value: scope, label: scope, hint: SCOPE_WORDS[scope] }))}
        values={scopes}
        problems={problems}
      />
      <SelectField
        name="expires_at"
        label="Expires"
        value={expires}
        choices={EXPIRY_CHOICES}
        problems={problems}
      />
      <FormButtons submit="Create API key" back={KEYS.href} />
    </Form>
  </Shell>
);
