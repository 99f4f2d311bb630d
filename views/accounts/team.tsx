import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

export interface TeamMember {
  id: string;
  email: string;
  role: string;
  joinedAt: Date;
  hasPassword: boolean;
  /** They belong to other organizations too: none of them alone gives out a new password. */
  elsewhere: boolean;
  /** When they looked at a page last, as far as they are signed in. */
  lastSeenAt: Date | null;
  me: boolean;
  /** Whether who looks may change it. */
  manageable: boolean;
}

interface TeamSession {
  id: string;
  email: string;
  browser: string;
  address: string | null;
  lastSeenAt: Date;
  current: boolean;
}

export interface TeamProps {
  frame: Frame;
  members: readonly TeamMember[];
  sessions: readonly TeamSession[];
}

export const TeamPage = ({ frame, members, sessions }: TeamProps) => (
  <Shell title="Team" frame={frame}>
    <PageHead title="Team" purpose="Who may look at this organization, and who may change it.">
      {frame.person?.mayChange && (
        <a class="button primary" href="/settings/team/new">
          Invite person
        </a>
      )}
    </PageHead>
    <Table
      caption="People"
      columns={[
        'E-mail',
        { label: 'Role', wideOnly: true },
        'Status',
        { label: 'Member since', wideOnly: true },
      ]}
    >
      {members.map((member) => (
        <tr>
          <th scope="row">
            {member.manageable ? <a href={`/settings/team/${member.id}`}>{member.email}</a> : member.email}
            {member.me && <span class="tag">You</span>}
            <small class="narrow-only role">{member.role}</small>
          </th>
          <td class="role">{member.role}</td>
          <td>
            <MemberStatus {...member} />
          </td>
          <td>
            <Time at={member.joinedAt} />
          </td>
        </tr>
      ))}
    </Table>
    <section aria-labelledby="sessions">
      <h2 id="sessions">Signed in now</h2>
      <p>Sessions end after 12 hours of inactivity, and after 14 days in any case.</p>
      <Sessions frame={frame} sessions={sessions} />
    </section>
  </Shell>
);

/** Whoever came by a link of the installation's own is here without a password. */
export const MemberStatus = ({ hasPassword, lastSeenAt }: Pick<TeamMember, 'hasPassword' | 'lastSeenAt'>) => {
  if (hasPassword) return <Status tone="good" word="Active" />;
  return <Status tone="waiting" word={lastSeenAt === null ? 'Invited' : 'No password'} />;
};

const Sessions = ({ frame, sessions }: Pick<TeamProps, 'frame' | 'sessions'>) => (
  <Table
    caption="Sessions"
    columns={[
      'Person',
      { label: 'Browser', wideOnly: true },
      { label: 'Address', wideOnly: true },
      { label: 'Last seen', wideOnly: true },
      { label: 'Action', hidden: true },
    ]}
  >
    {sessions.map((session) => (
      <tr>
        <th scope="row">
          {session.email}
          <small class="narrow-only">{`${session.browser} · ${session.address ?? 'unknown address'}`}</small>
          <small class="narrow-only">
            <Time at={session.lastSeenAt} />
          </small>
        </th>
        <td>{session.browser}</td>
        <td>{session.address}</td>
        <td>
          <Time at={session.lastSeenAt} />
        </td>
        <td class="right">
          {session.current ? (
            <span class="tag">This session</span>
          ) : (
            frame.person?.mayChange && (
              <Form frame={frame} action={`/settings/team/sessions/${session.id}/revoke`}>
                <button type="submit" class="button quiet small">
                  End session
                </button>
              </Form>
            )
          )}
        </td>
      </tr>
    ))}
  </Table>
);
