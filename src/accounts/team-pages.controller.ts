import { Controller, Get, Post } from '@nestjs/common';
import { LinkMadePage, MemberPage } from '../../views/accounts/member.js';
import { TeamPage } from '../../views/accounts/team.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import { mayManage, type Person } from '../auth/person.js';
import { SessionsRepository } from '../auth/sessions.repository.js';
import { askingFor, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { Forbidden } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { ChangeRoleDto, InviteDto } from './account.dto.js';
import { browserName } from './browser-of.js';
import { type Member, PeopleRepository } from './people.repository.js';
import { invitePage, memberView, removePage, rolesFor } from './team-page.js';
import { Team } from './team.service.js';

const PATH = '/settings/team';

/** Far more than people work anywhere at once. */
const MOST_SESSIONS = 200;

const MemberId = () => IdParam('Member');

/** Who works for the organization: invite, change, remove; where they are signed in. */
@Controller(PATH)
@PageAuth()
export class TeamPagesController {
  constructor(
    private readonly team: Team,
    private readonly people: PeopleRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  @Get()
  async list(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    const [members, sessions] = await Promise.all([
      this.people.members(me.organizationId),
      this.sessions.list(me.organizationId, MOST_SESSIONS),
    ]);
    const emails = new Map(members.map(({ userId, email }) => [userId, email]));
    return show(visit, TeamPage, {
      members: members.map((member) => memberView(member, me, sessions)),
      sessions: sessions.map(({ id, userId, userAgent, address, lastSeenAt }) => ({
        id,
        email: emails.get(userId) ?? '',
        browser: browserName(userAgent),
        address,
        lastSeenAt,
        current: id === me.sessionId,
      })),
    });
  }

  @Get('new')
  @Needs('change')
  inviteForm(@Visit() visit: PageVisit, @Me() me: Person): PageAnswer {
    return invitePage(visit, me);
  }

  @Post()
  async invite(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const email = form.text('email');
    const link = await orShowAgain(
      async () => {
        const dto = readFields(InviteDto, { email, role: form.given('role') });
        requireRole(me, dto.role);
        return this.team.invite(tx, me.organizationId, dto, me);
      },
      (problems) => invitePage(visit, me, problems),
      askingFor(form, { email: 'Enter an e-mail address.' }),
    );
    return link === null
      ? goTo(PATH, `${email} has an account already and finds the organization after signing in.`)
      : show(visit, LinkMadePage, { title: 'Invitation', email, link, lifetime: 'seven days' });
  }

  @Get(':id')
  @Needs('change')
  async member(@Visit() visit: PageVisit, @Me() me: Person, @MemberId() id: string): Promise<PageAnswer> {
    return this.memberPage(visit, me, id);
  }

  @Post(':id')
  async changeRole(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MemberId() id: string,
  ): Promise<PageAnswer> {
    const { email } = await this.team.read(me.organizationId, id);
    await orShowAgain(
      async () => {
        const { role } = readFields(ChangeRoleDto, { role: visit.form.given('role') });
        await this.team.changeRole(tx, me.organizationId, id, role, me);
      },
      (problems) => this.memberPage(visit, me, id, problems),
    );
    return goTo(PATH, `${email} is ${visit.form.text('role')} now.`);
  }

  @Post(':id/reset-link')
  async resetLink(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MemberId() id: string,
  ): Promise<PageAnswer> {
    const member = await this.team.read(me.organizationId, id);
    const link = await orShowAgain(
      () => this.team.resetLink(tx, me.organizationId, id, me),
      (problems) => this.memberPage(visit, me, id, problems),
    );
    const email = id === me.userId ? null : member.email;
    return show(visit, LinkMadePage, { title: 'Reset link', email, link, lifetime: 'a day' });
  }

  @Get(':id/remove')
  @Needs('change')
  async askToRemove(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @MemberId() id: string,
  ): Promise<PageAnswer> {
    return removePage(visit, await this.team.read(me.organizationId, id));
  }

  @Post(':id/remove')
  async remove(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MemberId() id: string,
  ): Promise<PageAnswer> {
    const member = await this.team.read(me.organizationId, id);
    await orShowAgain(
      () => this.team.remove(tx, me.organizationId, id, me),
      (problems) => removePage(visit, member, problems),
    );
    return goTo(id === me.userId ? '/settings/sign-in' : PATH, `${member.email} was removed.`);
  }

  @Post('sessions/:id/revoke')
  async endSession(
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @IdParam('Session') id: string,
  ): Promise<PageAnswer> {
    await this.team.endSession(tx, me.organizationId, id, me);
    return goTo(PATH, 'The session was ended.');
  }

  private async memberPage(
    visit: PageVisit,
    me: Person,
    id: string,
    problems: FormProblem[] = [],
  ): Promise<PageAnswer> {
    const [member, sessions] = await Promise.all([
      this.team.read(me.organizationId, id),
      this.sessions.list(me.organizationId, MOST_SESSIONS),
    ]);
    const role = visit.form.given('role') ?? member.role;
    const props = { member: memberView(member, me, sessions), role, roles: rolesFor(me), problems };
    return show(visit, MemberPage, props, problems.length > 0 ? 422 : 200);
  }
}

/** Nobody gives more than they have. */
function requireRole(me: Person, role: Member['role']): void {
  if (!mayManage(me.role, role)) throw new Forbidden('owner_only', 'Only an owner can make owners');
}
