import { Controller, Get, Post, Query } from '@nestjs/common';
import { HomePage } from '../../views/console/home.js';
import { Organizations } from '../auth/organizations.service.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { ShownAgain } from '../auth/shown-again.js';
import { refusalIn } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { DemoCalls } from './demo-calls.service.js';
import { firstSteps } from './first-steps.js';
import { latencyByDay, OUTCOMES, outcomesByDay } from './home-charts.js';
import { figuresOf } from './home-figures.js';
import { periodOf, rangeOf, RANGES } from './home-range.js';
import { Home } from './home.service.js';
import { SampleForms } from './sample-forms.service.js';

const PATH = '/settings';

/** Where everybody comes first: how the calls go, and what to do next. */
@Controller('settings')
@PageAuth()
export class HomePagesController {
  constructor(
    private readonly home: Home,
    private readonly organizations: Organizations,
    private readonly demoCalls: DemoCalls,
    private readonly sampleForms: SampleForms,
  ) {}

  @Get()
  async overview(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query('days') days: unknown,
  ): Promise<PageAnswer> {
    const period = periodOf(rangeOf(days), new Date());
    const { counted, live, mappings, attention, beginnings } = await this.home.read(
      me.organizationId,
      period,
    );
    const steps = firstSteps(beginnings);
    return show(visit, HomePage, {
      ranges: RANGES.map((range) => ({ label: `${range} days`, href: `${PATH}?days=${range}`, range })),
      range: period.range,
      hasCalls: beginnings.hasCall,
      steps: steps.every(({ done }) => done) ? [] : steps,
      stepsAreDismissed: beginnings.dismissed,
      figures: figuresOf(counted, period),
      outcomes: { series: OUTCOMES, days: outcomesByDay(counted, period.days) },
      latency: latencyByDay(counted, period.days),
      live,
      mappings,
      attention,
    });
  }

  @Post('first-steps/dismiss')
  async dismiss(@Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    await this.organizations.dismissFirstSteps(tx, me.organizationId);
    return goTo(PATH, 'First steps dismissed for everybody. The end of this page has them again.');
  }

  @Post('first-steps/restore')
  async restore(@Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    await this.organizations.restoreFirstSteps(tx, me.organizationId);
    return goTo(PATH);
  }

  /** On the test page of a mapping a lead is filled in already. */
  @Post('first-steps/sample-lead')
  async sampleLead(@Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const id = await this.sampleForms.create(tx, me.organizationId, me);
    return goTo(
      `/settings/webhook-mappings/${id}/test`,
      'A first mapping was created. Send it the lead below.',
    );
  }

  /** With a real carrier a real phone would ring: nobody is called who was not chosen. */
  @Post('first-steps/demo-call')
  async demoCall(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    if (!visit.simulated) return goTo(PATH, 'There are no demo calls with a real carrier.');
    try {
      const id = await this.demoCalls.start(tx, me.organizationId, me);
      return goTo(`/settings/calls/${id}`, 'Ava is calling. What is said appears here.');
    } catch (error) {
      throw new ShownAgain(goTo(PATH, `No call was made: ${refusalIn(error).message}.`));
    }
  }
}
