import { Controller, Get, Inject, Post } from '@nestjs/common';
import { KeyQuestionPage } from '../../views/auth/api-key.js';
import { actorWords } from '../audit/actor-words.js';
import { AuditLogRepository } from '../audit/audit-log.repository.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { SETTINGS, type Settings } from '../settings.js';
import { ApiKeys } from './api-keys.service.js';
import { keyMade } from './key-made.js';
import { goTo, type PageAnswer } from './page-answer.js';
import { Me, Needs, PageAuth, Visit } from './page.decorator.js';
import { type PageVisit, show } from './page-visit.js';
import type { Person } from './person.js';
import { type FormProblem, orShowAgain } from './shown-again.js';
import { scopeWords } from './scopes.js';

const PATH = '/settings/api-keys';
const OVERLAP_SECONDS = 86_400;
/** Enough to reach back to how a key was made. */
const ENTRIES_OF_A_KEY = 50;

const KeyId = () => IdParam('API key');

/** What ends a key: rotating it, revoking it. */
@Controller(`${PATH}/:id`)
@PageAuth()
export class ApiKeyEndingPagesController {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly log: AuditLogRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('rotate')
  @Needs('change')
  askToRotate(@Visit() visit: PageVisit, @Me() me: Person, @KeyId() id: string): Promise<PageAnswer> {
    return this.question(visit, me, id, 'rotate');
  }

  @Post('rotate')
  async rotate(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @KeyId() id: string,
  ): Promise<PageAnswer> {
    const issued = await orShowAgain(
      () => this.apiKeys.rotate(tx, me, id, OVERLAP_SECONDS),
      (problems) => this.question(visit, me, id, 'rotate', problems),
    );
    return keyMade(visit, issued, this.settings.publicBaseUrl());
  }

  @Get('revoke')
  @Needs('change')
  askToRevoke(@Visit() visit: PageVisit, @Me() me: Person, @KeyId() id: string): Promise<PageAnswer> {
    return this.question(visit, me, id, 'revoke');
  }

  @Post('revoke')
  async revoke(@Me() me: Person, @InTransaction() tx: Tx, @KeyId() id: string): Promise<PageAnswer> {
    const { name } = await this.apiKeys.read(me.organizationId, id);
    await this.apiKeys.revoke(tx, me.organizationId, id, me);
    return goTo(PATH, `${name} was revoked.`);
  }

  private async question(
    visit: PageVisit,
    { organizationId: org }: Person,
    id: string,
    act: 'rotate' | 'revoke',
    problems: FormProblem[] = [],
  ): Promise<PageAnswer> {
    const key = await this.apiKeys.read(org, id);
    const entries = await this.log.about(org, { type: 'api_key', ids: [id] }, ENTRIES_OF_A_KEY);
    const made = entries.find(({ action }) => action === 'api_key.created');
    const { name, lastFour, createdAt, lastUsedAt } = key;
    const creator = made ? actorWords(made) : null;
    return show(
      visit,
      KeyQuestionPage,
      { id, act, name, lastFour, scopes: scopeWords(key.scopes), createdAt, creator, lastUsedAt, problems },
      problems.length > 0 ? 422 : 200,
    );
  }
}
