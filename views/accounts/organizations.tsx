import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';

export interface OrganizationsProps {
  frame: Frame;
  organizations: readonly { id: string; name: string; role: string; current: boolean }[];
}

export const OrganizationsPage = ({ frame, organizations }: OrganizationsProps) => (
  <Shell title="Your organizations" frame={frame}>
    <PageHead title="Your organizations" purpose="Where you can work with this account." />
    <ul class="choices">
      {organizations.map(({ id, name, role, current }) => (
        <li>
          <span>
            <strong>
              <bdi>{name}</bdi>
            </strong>{' '}
            <small class="role">{role}</small>
          </span>
          {current ? (
            <span class="status good">You are here</span>
          ) : (
            <Form frame={frame} action="/settings/organizations">
              <input type="hidden" name="organization" value={id} />
              <button type="submit" class="button quiet small" aria-label={`Switch to ${name}`}>
                Switch
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  </Shell>
);
