import { Controller, Get, Post } from '@nestjs/common';
import { ConfirmPage } from '../../views/shared/confirm-page.js';
import { IdParam } from '../common/id-param.decorator.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import type { CarrierAccount } from './carrier-account.entity.js';
import { CarrierAccounts } from './carrier-accounts.service.js';
import type { Form } from './form.js';
import { ChangeCredentialsDto } from './organization-credentials.dto.js';
import { organizationPage } from './organization-page.js';
import { Organizations } from './organizations.service.js';
import { goTo, type PageAnswer } from './page-answer.js';
import { Me, Needs, PageAuth, Visit } from './page.decorator.js';
import { type PageVisit, show } from './page-visit.js';
import type { Person } from './person.js';
import { type FormProblem, orShowAgain } from './shown-again.js';

const ORGANIZATION = { href: '/settings/organization', label: 'Organization' };
const PATH = `${ORGANIZATION.href}/carrier`;

const AccountId = () => IdParam('Carrier account');

/** The account at the carrier that an organization brings, on the organization's page. */
@Controller(PATH)
@PageAuth()
export class CarrierAccountPagesController {
  constructor(
    private readonly organizations: Organizations,
    private readonly accounts: CarrierAccounts,
  ) {}

  @Post()
  async change(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    await orShowAgain(
      async () => {
        const dto = readFields(ChangeCredentialsDto, accountIn(form));
        await this.organizations.hold(tx, me.organizationId, form.text('seen'));
        return this.accounts.change(tx, me, dto);
      },
      async (refused, status) => {
        const now = await this.organizations.read(me.organizationId);
        const own = await this.accounts.of(me.organizationId);
        const problems = withMissingToken(refused, form, own.current);
        return organizationPage(visit, now, own, { carrier: { form, problems } }, status);
      },
    );
    return goTo(ORGANIZATION.href, 'The Twilio account was saved.');
  }

  @Get('remove')
  @Needs('change')
  async askToRemove(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    const { current } = await this.accounts.of(me.organizationId);
    return show(visit, ConfirmPage, {
      title: current ? `Remove Twilio account ${current.accountSid}` : 'Remove the Twilio account',
      from: ORGANIZATION,
      action: `${PATH}/remove`,
      button: 'Remove account',
      consequences: [
        'Calls that begin from now on go through the carrier of this installation.',
        'The account’s numbers can no longer be called from, and calls to them are no longer answered.',
        'Calls that have begun go on with the account to their end.',
        'Its token is kept, encrypted, for these calls and for the recordings of all calls before, until you forget it under Former accounts. If no call was ever made with the account, it is deleted now.',
      ],
    });
  }

  @Post('remove')
  async remove(@Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    await this.organizations.hold(tx, me.organizationId);
    await this.accounts.change(tx, me, { twilio_account_sid: null });
    return goTo(ORGANIZATION.href, 'The Twilio account was removed.');
  }

  @Get(':id/forget')
  @Needs('change')
  async askToForget(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @AccountId() id: string,
  ): Promise<PageAnswer> {
    return forgetPage(visit, await this.accounts.former(me.organizationId, id));
  }

  @Post(':id/forget')
  async forget(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AccountId() id: string,
  ): Promise<PageAnswer> {
    const { accountSid } = await this.accounts.former(me.organizationId, id);
    await orShowAgain(
      () => this.accounts.forget(tx, me, id),
      (problems, status) => forgetPage(visit, { id, accountSid }, problems, status),
    );
    return goTo(ORGANIZATION.href, 'The former account was forgotten.');
  }
}

const forgetPage = (
  visit: PageVisit,
  { id, accountSid }: Pick<CarrierAccount, 'id' | 'accountSid'>,
  problems: FormProblem[] = [],
  status = 200,
): PageAnswer =>
  show(
    visit,
    ConfirmPage,
    {
      title: `Forget Twilio account ${accountSid}`,
      from: ORGANIZATION,
      action: `${PATH}/${id}/forget`,
      button: 'Forget account',
      consequences: [
        'Its auth token is deleted.',
        'Recordings of calls that were made with it can no longer be played, and erasing a contact no longer deletes them at Twilio.',
        'What Twilio still reports of these calls is refused. Their records stay.',
        'To reach the recordings again, save the account again with its token.',
      ],
      problems,
    },
    status,
  );

/** The first account needs both: where its SID is none, a missing token is told of at once, too. */
function withMissingToken(
  problems: FormProblem[],
  form: Form,
  current: CarrierAccount | null,
): FormProblem[] {
  const isNoSid = problems.some(({ field }) => field === 'twilio_account_sid');
  return isNoSid && current === null && !form.given('twilio_auth_token')
    ? [...problems, { field: 'twilio_auth_token', text: 'Enter the auth token of the account.' }]
    : problems;
}

/** An empty token leaves the one that is kept. */
const accountIn = (form: Form) => ({
  twilio_account_sid: form.given('twilio_account_sid'),
  twilio_auth_token: form.given('twilio_auth_token'),
});
