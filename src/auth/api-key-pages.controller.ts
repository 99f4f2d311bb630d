import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { EXPIRY_CHOICES, NewApiKeyPage } from '../../views/auth/api-key-form.js';
import { type ApiKeyRow, ApiKeysPage } from '../../views/auth/api-keys.js';
import { InvalidRequest } from '../common/app-error.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { SETTINGS, type Settings } from '../settings.js';
import { CreateApiKeyDto } from './api-key.dto.js';
import type { ApiKey } from './api-key.entity.js';
import { presentApiKey } from './api-key.presenter.js';
import { ApiKeys } from './api-keys.service.js';
import { Form } from './form.js';
import { keyMade } from './key-made.js';
import type { PageAnswer } from './page-answer.js';
import { Me, Needs, PageAuth, Visit } from './page.decorator.js';
import { numberedPage } from './page-numbers.js';
import { type PageVisit, show } from './page-visit.js';
import type { Person } from './person.js';
import { SCOPES, scopeWords } from './scopes.js';
import { askingFor, type FormProblem, orShowAgain } from './shown-again.js';

const PATH = '/settings/api-keys';
const DAY_MS = 86_400_000;

/** Keys of programs: which there are, and new ones. */
@Controller(PATH)
@PageAuth()
export class ApiKeyPagesController {
  constructor(
    private readonly apiKeys: ApiKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async list(@Visit() visit: PageVisit, @Me() me: Person, @Query('page') page: unknown): Promise<PageAnswer> {
    const { query, pages } = numberedPage(PATH, page);
    const { data, pagination } = await this.apiKeys.list(me.organizationId, query);
    const now = new Date();
    return show(visit, ApiKeysPage, {
      keys: data.map((key) => rowOf(key, now)),
      pages: pages(pagination.has_more),
    });
  }

  @Get('new')
  @Needs('change')
  form(@Visit() visit: PageVisit, @Query() given: Record<string, unknown>): PageAnswer {
    return keyForm({ ...visit, form: askedFor(given) });
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const issued = await orShowAgain(
      async () => this.apiKeys.create(tx, me, keyIn(visit.form, new Date())),
      (problems) => keyForm(visit, problems),
      askingFor(visit.form, { name: 'Enter a name.' }),
    );
    return keyMade(visit, issued, this.settings.publicBaseUrl());
  }
}

function rowOf(key: ApiKey, now: Date): ApiKeyRow {
  const shown = presentApiKey(key, now);
  return {
    id: key.id,
    name: key.name,
    lastFour: key.lastFour,
    scopes: scopeWords(key.scopes),
    status: shown.status,
    createdAt: key.createdAt,
    lastUsedAt: shown.last_used_at,
    expiresAt: shown.expires_at,
    rotatable: shown.status === 'active' && key.rotatedAt === null,
  };
}

/** A form that the address fills in: `?name=CRM&scope=calls:read&scope=contacts:read`. */
const askedFor = ({ name, scope }: Record<string, unknown>): Form =>
  Form.of({
    name: typeof name === 'string' ? name : '',
    scopes: SCOPES.filter((one) => [scope].flat().includes(one)),
  });

/** The key that a form describes. @throws InvalidRequest */
function keyIn(form: Form, now: Date) {
  if (form.all('scopes').length === 0)
    throw new InvalidRequest('Invalid scopes', [{ field: 'scopes', in: 'body', issue: 'tick at least one' }]);
  const days = EXPIRY_CHOICES.find(({ value }) => value === form.text('expires_at'))?.value ?? '';
  const dto = readFields(CreateApiKeyDto, {
    name: form.text('name'),
    scopes: form.all('scopes'),
    expires_at: days === '' ? undefined : new Date(now.getTime() + Number(days) * DAY_MS).toISOString(),
  });
  return { name: dto.name, scopes: dto.scopes, expiresAt: dto.expires_at };
}

const keyForm = (visit: PageVisit, problems: FormProblem[] = []): PageAnswer =>
  show(
    visit,
    NewApiKeyPage,
    {
      name: visit.form.text('name'),
      scopes: visit.form.all('scopes'),
      expires: visit.form.text('expires_at'),
      all: SCOPES,
      problems,
    },
    problems.length > 0 ? 422 : 200,
  );
