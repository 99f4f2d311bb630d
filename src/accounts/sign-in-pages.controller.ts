import { Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { DeadLinkPage, LinkPage } from '../../views/accounts/link.js';
import { SetupPage } from '../../views/accounts/setup.js';
import { SignInPage } from '../../views/accounts/sign-in.js';
import { localPath } from '../auth/local-path.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { OpenPage, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import { SESSION_SECONDS } from '../auth/sessions.repository.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import type { AppError } from '../common/app-error.js';
import { readFields } from '../common/read-fields.js';
import { RateLimiter } from '../rate-limit/rate-limiter.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { ChoosePasswordDto, SetupDto } from './account.dto.js';
import { browserOf } from './browser-of.js';
import { FirstAdmin } from './first-admin.service.js';
import { Links } from './links.service.js';
import { SignIn } from './sign-in.service.js';

/** Ways in: by password, by a link, and the first way of all. */
@Controller('settings')
@OpenPage()
export class SignInPagesController {
  constructor(
    private readonly signIn: SignIn,
    private readonly links: Links,
    private readonly firstAdmin: FirstAdmin,
    private readonly limiter: RateLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('sign-in')
  form(@Visit() visit: PageVisit, @Query('next') next: unknown): PageAnswer {
    return signInForm(visit, '', localPath(typeof next === 'string' ? next : undefined));
  }

  @Post('sign-in')
  async enter(@Visit() visit: PageVisit, @Req() request: Request): Promise<PageAnswer> {
    const { form } = visit;
    const email = form.text('email').toLowerCase();
    const next = localPath(form.text('next'));
    await orShowAgain(
      () => this.throttle(request),
      (problems) => signInForm(visit, email, next, problems, 429),
      tooMany,
    );
    const token = await this.signIn.byPassword(email, form.raw('password'), browserOf(request));
    return token === null
      ? signInForm(visit, email, next, [{ field: null, text: 'E-mail or password is wrong.' }])
      : entering(token, next);
  }

  @Get('link/:token')
  async look(@Visit() visit: PageVisit, @Param('token') token: string): Promise<PageAnswer> {
    return this.linkPage(visit, token);
  }

  @Post('link/:token')
  async follow(
    @Visit() visit: PageVisit,
    @Param('token') token: string,
    @Req() request: Request,
  ): Promise<PageAnswer> {
    await this.throttle(request);
    const holder = await this.links.look(token);
    const password =
      holder === null || holder.kind === 'sign-in'
        ? null
        : await orShowAgain(
            async () => readFields(ChoosePasswordDto, { password: visit.form.raw('password') }).password,
            (problems) => this.linkPage(visit, token, problems),
          );
    const session = await this.signIn.byLink(token, password, browserOf(request));
    return session === null ? deadLink(visit) : entering(session, '/settings', 'Welcome.');
  }

  @Get('setup/:token')
  async setup(@Visit() visit: PageVisit, @Param('token') token: string): Promise<PageAnswer> {
    return (await this.firstAdmin.mayFollow(token)) ? setupForm(visit, token) : deadLink(visit);
  }

  @Post('setup/:token')
  async setUp(
    @Visit() visit: PageVisit,
    @Param('token') token: string,
    @Req() request: Request,
  ): Promise<PageAnswer> {
    await this.throttle(request);
    if (!(await this.firstAdmin.mayFollow(token))) return deadLink(visit);
    const { form } = visit;
    const session = await orShowAgain(
      async () =>
        this.firstAdmin.setUp(
          readFields(SetupDto, {
            organization: form.given('organization'),
            email: form.text('email'),
            password: form.raw('password'),
          }),
          browserOf(request),
        ),
      (problems) => setupForm(visit, token, problems),
    );
    return session === null ? deadLink(visit) : entering(session, '/settings', 'Your organization is ready.');
  }

  private async linkPage(visit: PageVisit, token: string, problems: FormProblem[] = []): Promise<PageAnswer> {
    const holder = await this.links.look(token);
    if (!holder) return deadLink(visit);
    const { kind, email, organizationName: organization } = holder;
    const props = { action: `/settings/link/${token}`, kind, email, organization, problems };
    return show(visit, LinkPage, props, statusOf(problems));
  }

  /** By network address: guessing passwords is slow however many addresses are tried. @throws AppError 429 */
  private async throttle({ ip }: Request): Promise<void> {
    const { signIn } = this.settings.rateLimits;
    if (signIn > 0) await this.limiter.take(`sign_in:${ip ?? ''}`, signIn);
  }
}

const statusOf = (problems: readonly FormProblem[]): number => (problems.length > 0 ? 422 : 200);

const signInForm = (
  visit: PageVisit,
  email: string,
  next: string,
  problems: FormProblem[] = [],
  status = statusOf(problems),
): PageAnswer => show(visit, SignInPage, { email, next, problems }, status);

const tooMany = ({ status }: AppError): FormProblem[] | null =>
  status === 429 ? [{ field: null, text: 'Too many attempts. Wait a minute and try again.' }] : null;

const setupForm = (visit: PageVisit, token: string, problems: FormProblem[] = []): PageAnswer =>
  show(
    visit,
    SetupPage,
    {
      action: `/settings/setup/${token}`,
      organization: visit.form.text('organization'),
      email: visit.form.text('email'),
      problems,
    },
    statusOf(problems),
  );

const deadLink = (visit: PageVisit): PageAnswer => show(visit, DeadLinkPage, {}, 410);

/** A new session in a browser, whatever it held before. */
const entering = (token: string, next: string, message?: string): PageAnswer =>
  goTo(next, message, [{ name: 'session', value: token, maxAgeSeconds: SESSION_SECONDS }]);
