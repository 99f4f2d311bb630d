import { Controller, Get, Post } from '@nestjs/common';
import { OrganizationsPage } from '../../views/accounts/organizations.js';
import { localPath } from '../auth/local-path.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { SessionsRepository } from '../auth/sessions.repository.js';
import { NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { PeopleRepository } from './people.repository.js';

const YEAR_SECONDS = 365 * 86_400;

/** What everybody does for themselves: leave, choose colours, go to another organization. */
@Controller('settings')
@PageAuth()
export class AccountPagesController {
  constructor(
    private readonly people: PeopleRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  @Post('sign-out')
  @Needs('look')
  async signOut(@Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    await this.sessions.end(tx, me.organizationId, me.sessionId);
    return goTo('/settings/sign-in', 'You are signed out.', [{ name: 'session', value: null }]);
  }

  @Post('theme')
  @Needs('look')
  theme(@Visit() { form }: PageVisit): PageAnswer {
    const value = ['light', 'dark'].includes(form.text('theme')) ? form.text('theme') : null;
    return goTo(localPath(form.text('back')), undefined, [
      { name: 'theme', value, maxAgeSeconds: YEAR_SECONDS },
    ]);
  }

  @Get('organizations')
  async organizations(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    const organizations = await this.people.organizationsOf(me.userId);
    return show(visit, OrganizationsPage, {
      organizations: organizations.map(({ id, name, role }) => ({
        id,
        name,
        role,
        current: id === me.organizationId,
      })),
    });
  }

  @Post('organizations')
  @Needs('look')
  async switchTo(
    @Visit() { form }: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
  ): Promise<PageAnswer> {
    const organizations = await this.people.organizationsOf(me.userId);
    const chosen = organizations.find(({ id }) => id === form.text('organization'));
    if (!chosen) throw new NotFound('Organization');
    await this.sessions.move(tx, me.organizationId, me.sessionId, chosen.id);
    return goTo('/settings', `You are in ${chosen.name} now.`);
  }
}
