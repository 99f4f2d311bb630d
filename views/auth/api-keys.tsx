import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

export interface ApiKeyRow {
  id: string;
  name: string;
  lastFour: string;
  scopes: string;
  status: 'active' | 'expired' | 'revoked';
  createdAt: Date;
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
    <PageHead title="API keys" purpose="For programs that use the API for this organization.">
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
        columns={[
          'Name',
          { label: 'Key', wideOnly: true },
          { label: 'Scopes', wideOnly: true },
          'Status',
          { label: 'Last used', wideOnly: true },
          { label: 'Expires', wideOnly: true },
          { label: 'Actions', hidden: true },
        ]}
      >
        {keys.map((key) => (
          <tr>
            <th scope="row" class="named" title={key.name}>
              <bdi class="two-lines">{key.name}</bdi>
              <small class="wide-only">
                Created <Time at={key.createdAt} />
              </small>
              <small class="narrow-only">
                <code>…{key.lastFour}</code>, {key.scopes}
              </small>
              <small class="narrow-only">
                {key.lastUsedAt !== null && 'Used '}
                <Time at={key.lastUsedAt} none="Never used" />
                {key.expiresAt !== null && (
                  <>
                    , {key.status === 'expired' ? 'expired' : 'expires'} <Time at={key.expiresAt} />
                  </>
                )}
              </small>
            </th>
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
