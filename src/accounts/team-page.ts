import { InvitePage, ROLE_CHOICES } from '../../views/accounts/member.js';
import { ConfirmPage } from '../../views/shared/confirm-page.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import { mayChange, mayManage, type Person } from '../auth/person.js';
import type { ListedSession } from '../auth/sessions.repository.js';
import type { FormProblem } from '../auth/shown-again.js';
import type { Member } from './people.repository.js';

const PATH = '/settings/team';
const TEAM = { href: PATH, label: 'Team' };

/** Somebody of the team, as whoever looks may see and change them. */
export const memberView = (
  { userId, email, role, joinedAt, hasPassword, elsewhere }: Member,
  me: Person,
  sessions: readonly ListedSession[],
) => ({
  id: userId,
  email,
  role,
  joinedAt,
  hasPassword,
  elsewhere,
  // The newest comes first.
  lastSeenAt: sessions.find((session) => session.userId === userId)?.lastSeenAt ?? null,
  me: userId === me.userId,
  manageable: mayChange(me.role) && mayManage(me.role, role),
});

/** The roles that somebody may give. */
export const rolesFor = (me: Person) =>
  ROLE_CHOICES.filter(({ value }) => me.role === 'owner' || value !== 'owner');

/** The form that lets somebody in, again with what is wrong with it. */
export const invitePage = (visit: PageVisit, me: Person, problems: FormProblem[] = []): PageAnswer =>
  show(
    visit,
    InvitePage,
    {
      email: visit.form.text('email'),
      role: visit.form.given('role') ?? 'viewer',
      roles: rolesFor(me),
      problems,
    },
    problems.length > 0 ? 422 : 200,
  );

/** Asks before somebody is sent away. */
export const removePage = (
  visit: PageVisit,
  { userId, email }: Member,
  problems: FormProblem[] = [],
): PageAnswer =>
  show(
    visit,
    ConfirmPage,
    {
      title: `Remove ${email}`,
      from: [TEAM, { href: `${PATH}/${userId}`, label: email }],
      action: `${PATH}/${userId}/remove`,
      button: 'Remove person',
      consequences: [
        'They can no longer look at this organization; their sessions here end at once.',
        'What they did stays in the audit log. You can invite them again.',
      ],
      problems,
    },
    problems.length > 0 ? 422 : 200,
  );
