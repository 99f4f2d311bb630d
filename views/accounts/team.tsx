import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, SelectField, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

const TEAM = { href: '/settings/team', label: 'Team' };

export const ROLE_CHOICES = [
  { value: 'viewer', label: 'Viewer: looks, changes nothing' },
  { value: 'admin', label: 'Admin: changes everything but the owners' },
  { value: 'owner', label: 'Owner: changes everything' },
];

interface TeamMember {
  id: string;
  email: string;
  role: string;
  joinedAt: Date;
  invited: boolean;
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
    <Table caption="People" columns={['E-mail', 'Role', 'Status', { label: 'Member since', wideOnly: true }]}>
      {members.map((member) => (
        <tr>
          <th scope="row">
            {member.manageable ? <a href={`/settings/team/${member.id}`}>{member.email}</a> : member.email}
            {member.me && <span class="tag">You</span>}
          </th>
          <td class="role">{member.role}</td>
          <td>
            {member.invited ? (
              <Status tone="waiting" word="No password yet" />
            ) : (
              <Status tone="good" word="Active" />
            )}
          </td>
          <td>
            <Time at={member.joinedAt} />
          </td>
        </tr>
      ))}
    </Table>
    <section aria-labelledby="sessions">
      <h2 id="sessions">Signed in now</h2>
      <p>Sessions end after 12 hours without a page, and after 14 days in any case.</p>
      <Sessions frame={frame} sessions={sessions} />
    </section>
  </Shell>
);

const Sessions = ({ frame, sessions }: Pick<TeamProps, 'frame' | 'sessions'>) => (
  <Table
    caption="Sessions"
    columns={[
      'Person',
      { label: 'Browser', wideOnly: true },
      { label: 'Address', wideOnly: true },
      'Last seen',
      { label: 'Action', hidden: true },
    ]}
  >
    {sessions.map((session) => (
      <tr>
        <th scope="row">{session.email}</th>
        <td>{session.browser}</td>
        <td>{session.address}</td>
        <td>
          <Time at={session.lastSeenAt} />
        </td>
        <td class="right">
          {session.current ? (
            <span class="tag">This one</span>
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

export interface InviteProps {
  frame: Frame;
  email: string;
  role: string;
  roles: readonly { value: string; label: string }[];
  problems: readonly FormProblem[];
}

export const InvitePage = ({ frame, email, role, roles, problems }: InviteProps) => (
  <Shell title="Invite person · Team" frame={frame}>
    <PageHead
      title="Invite person"
      from={TEAM}
      purpose="You get a link to hand over. Nothing is sent by mail."
    />
    <Form frame={frame} action="/settings/team" class="form">
      <ErrorSummary problems={problems} />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        value={email}
        autocomplete="off"
        problems={problems}
      />
      <SelectField name="role" label="Role" value={role} choices={roles} problems={problems} />
      <div class="buttons">
        <button type="submit" class="button primary">
          Create invitation
        </button>
        <a class="button quiet" href={TEAM.href}>
          Cancel
        </a>
      </div>
    </Form>
  </Shell>
);

export interface LinkMadeProps {
  frame: Frame;
  title: string;
  email: string;
  link: string;
  /** How long it is good. */
  lifetime: string;
}

/** A link to hand over, shown this once. */
export const LinkMadePage = ({ frame, title, email, link, lifetime }: LinkMadeProps) => (
  <Shell title={`${title} · Team`} frame={frame}>
    <PageHead title={title} from={TEAM} />
    <div class="secret">
      <p>
        Hand this link to <strong>{email}</strong>. It works once, for {lifetime}, and is shown only now.
      </p>
      <Copy value={link} label="link" />
    </div>
    <a class="button primary" href={TEAM.href}>
      Done
    </a>
  </Shell>
);

export interface MemberProps {
  frame: Frame;
  member: TeamMember;
  roles: readonly { value: string; label: string }[];
  role: string;
  problems: readonly FormProblem[];
}

export const MemberPage = ({ frame, member, role, roles, problems }: MemberProps) => (
  <Shell title={`${member.email} · Team`} frame={frame}>
    <PageHead title={member.email} from={TEAM} />
    <Form frame={frame} action={`/settings/team/${member.id}`} class="form">
      <ErrorSummary problems={problems} />
      <SelectField name="role" label="Role" value={role} choices={roles} problems={problems} />
      <div class="buttons">
        <button type="submit" class="button primary">
          Save role
        </button>
      </div>
    </Form>
    <section>
      <h2>Password</h2>
      <p>
        Without mail, you hand over a link to choose a new one. The person’s sessions end when it is used.
      </p>
      <Form frame={frame} action={`/settings/team/${member.id}/reset-link`}>
        <button type="submit" class="button quiet">
          Make reset link
        </button>
      </Form>
    </section>
    <section>
      <h2>Remove</h2>
      <p>Their sessions here end at once. What they did stays in the audit log.</p>
      <a class="button quiet" href={`/settings/team/${member.id}/remove`}>
        Remove person
      </a>
    </section>
  </Shell>
);
