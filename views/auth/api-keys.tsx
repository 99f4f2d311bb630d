import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { CodeBlock } from '../shared/code-block.js';
import { Copy } from '../shared/copy.js';
import { EmptyState } from '../shared/empty-state.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, ManyField, SelectField, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

const KEYS = { href: '/settings/api-keys', label: 'API keys' };

export interface ApiKeyRow {
  id: string;
  name: string;
  lastFour: string;
  scopes: string;
  status: 'active' | 'expired' | 'revoked';
  lastUsedAt: string | null;
  expiresAt: string | null;
  rotatable: boolean;
}

const TONES = { active: 'good', expired: 'off', revoked: 'bad' } as const;
const WORDS = { active: 'Active', expired: 'Expired', revoked: 'Revoked' };

export interface ApiKeysProps {
  frame: Frame;
  keys: readonly ApiKeyRow[];
  pages: { previous: string | null; next: string | null };
}

export const ApiKeysPage = ({ frame, keys, pages }: ApiKeysProps) => (
  <Shell title="API keys" frame={frame}>
    <PageHead title="API keys" purpose="What programs use to speak for this organization.">
      {frame.person?.mayChange && (
        <a class="button primary" href="/settings/api-keys/new">
          Create API key
        </a>
      )}
    </PageHead>
    {keys.length === 0 ? (
      <EmptyState title="No keys yet" text="A key lets a program read calls, start calls or send contacts." />
    ) : (
      <Table
        caption="API keys"
        columns={['Name', 'Key', 'May', 'Status', 'Last used', 'Expires', { label: 'Actions', hidden: true }]}
      >
        {keys.map((key) => (
          <tr>
            <th scope="row">{key.name}</th>
            <td>
              <code>…{key.lastFour}</code>
            </td>
            <td class="wrap">{key.scopes}</td>
            <td>
              <Status tone={TONES[key.status]} word={WORDS[key.status]} />
            </td>
            <td>
              <Time at={key.lastUsedAt} />
            </td>
            <td>
              <Time at={key.expiresAt} />
            </td>
            <td class="right">{frame.person?.mayChange && <KeyActions keyRow={key} />}</td>
          </tr>
        ))}
      </Table>
    )}
    <Pagination {...pages} />
  </Shell>
);

const KeyActions = ({ keyRow: { id, name, status, rotatable } }: { keyRow: ApiKeyRow }) => (
  <span class="row-actions">
    {rotatable && (
      <a class="button quiet small" href={`/settings/api-keys/${id}/rotate`} aria-label={`Rotate ${name}`}>
        Rotate
      </a>
    )}
    {status !== 'revoked' && (
      <a class="button quiet small" href={`/settings/api-keys/${id}/revoke`} aria-label={`Revoke ${name}`}>
        Revoke
      </a>
    )}
  </span>
);

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
      <div class="buttons">
        <button type="submit" class="button primary">
          Create API key
        </button>
        <a class="button quiet" href={KEYS.href}>
          Cancel
        </a>
      </div>
    </Form>
  </Shell>
);

export interface KeyMadeProps {
  frame: Frame;
  name: string;
  text: string;
  organizationId: string;
  /** A request that shows whether it works. */
  example: string;
}

/** A key just made: the only page that shows it. */
export const KeyMadePage = ({ frame, name, text, organizationId, example }: KeyMadeProps) => (
  <Shell title={`${name} · API keys`} frame={frame}>
    <PageHead title={name} from={KEYS} />
    <div class="secret">
      <p>
        <strong>Copy the key now.</strong> It is shown this once; only a fingerprint of it is kept.
      </p>
      <Copy value={text} label="key" />
    </div>
    <dl class="facts">
      <dt>Organization ID</dt>
      <dd>
        <Copy value={organizationId} label="organization id" />
      </dd>
    </dl>
    <CodeBlock label="Try it" code={example} />
    <p class="buttons">
      <a class="button primary" href={KEYS.href}>
        I have copied it
      </a>
    </p>
  </Shell>
);
