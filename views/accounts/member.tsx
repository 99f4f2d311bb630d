import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { OneField } from '../shared/check-field.js';
import { Copy } from '../shared/copy.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';
import { MemberStatus, type TeamMember } from './team.js';

const TEAM = { href: '/settings/team', label: 'Team' };

interface RoleChoice {
  value: string;
  label: string;
  hint: string;
}

export const ROLE_CHOICES: readonly RoleChoice[] = [
  { value: 'viewer', label: 'Viewer', hint: 'Looks at everything, changes nothing.' },
  { value: 'admin', label: 'Admin', hint: 'Changes everything except who is an owner.' },
  { value: 'owner', label: 'Owner', hint: 'Changes everything, owners included.' },
];

export interface InviteProps {
  frame: Frame;
  email: string;
  role: string;
  roles: readonly RoleChoice[];
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
      <OneField name="role" label="Role" value={role} choices={roles} problems={problems} />
      <FormButtons submit="Create invitation" back={TEAM.href} />
    </Form>
  </Shell>
);

export interface LinkMadeProps {
  frame: Frame;
  title: string;
  /** Whom it is for; null for who has made it. */
  email: string | null;
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
        {email === null ? (
          'Open this link to choose a new password.'
        ) : (
          <>
            Hand this link to <strong>{email}</strong>.
          </>
        )}{' '}
        It works once, for {lifetime}, and is shown only now.
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
  roles: readonly RoleChoice[];
  role: string;
  problems: readonly FormProblem[];
}

export const MemberPage = ({ frame, member, role, roles, problems }: MemberProps) => (
  <Shell title={`${member.email} · Team`} frame={frame}>
    <PageHead title={member.email} from={TEAM} />
    <dl class="facts beside-form">
      <dt>Status</dt>
      <dd>
        <MemberStatus {...member} />
        {!member.hasPassword && (
          <small>
            {member.lastSeenAt === null
              ? 'Has not chosen a password yet.'
              : 'Signed in by a link; needs a reset link to choose a password.'}
          </small>
        )}
      </dd>
      <dt>Member since</dt>
      <dd>
        <Time at={member.joinedAt} exact />
      </dd>
      <dt>Last seen</dt>
      <dd>
        <Time at={member.lastSeenAt} none="Not signed in now" />
      </dd>
    </dl>
    <Form frame={frame} action={`/settings/team/${member.id}`} class="form">
      <ErrorSummary problems={problems} />
      <OneField name="role" label="Role" value={role} choices={roles} problems={problems} />
      <div class="buttons">
        <button type="submit" class="button primary">
          Save role
        </button>
      </div>
    </Form>
    <section>
      <h2>Password</h2>
      {member.elsewhere ? (
        <p>
          {member.me ? 'You belong' : 'They belong'} to other organizations too: only whoever runs this
          installation can make a reset link, from the command line.
        </p>
      ) : (
        <ResetLink frame={frame} member={member} />
      )}
    </section>
    <section>
      <h2>Remove</h2>
      <p>
        {member.me
          ? 'Your sessions here end at once. What you did stays in the audit log.'
          : 'Their sessions here end at once. What they did stays in the audit log.'}
      </p>
      <a class="button quiet" href={`/settings/team/${member.id}/remove`}>
        Remove person
      </a>
    </section>
  </Shell>
);

const ResetLink = ({ frame, member }: Pick<MemberProps, 'frame' | 'member'>) => (
  <>
    <p>
      {member.me
        ? 'You get a link, once, to choose a new password with. All your sessions end when it is used.'
        : 'Nothing is sent by mail: you get a link, once, to hand over. All sessions of this person end when it is used.'}
    </p>
    <Form frame={frame} action={`/settings/team/${member.id}/reset-link`}>
      <button type="submit" class="button quiet">
        Make reset link
      </button>
    </Form>
  </>
);
