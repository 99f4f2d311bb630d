import { Controller, Get, Inject, Post } from '@nestjs/common';
import { MappingTestPage, type TestPayload } from '../../views/webhook-mappings/test.js';
import type { Outcome } from '../../views/webhook-mappings/outcome.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Asks, Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { IdParam } from '../common/id-param.decorator.js';
import { SETTINGS, type Settings } from '../settings.js';
import { examplePayload } from './example-payload.js';
import { IntakeProbe, type Probed } from './intake-probe.client.js';
import { intakeEndpoint } from './mapping-address.js';
import { MappingSamples } from './mapping-samples.repository.js';
import type { MappingRow } from './webhook-mapping.presenter.js';
import { WebhookMappings } from './webhook-mappings.service.js';

/** What an accepted request comes to. */
const MADE = ['created', 'updated', 'unchanged'] as const;

const MappingId = () => IdParam('Webhook mapping');

/** Posts to a mapping's real address, and shows what it answers. */
@Controller('settings/webhook-mappings/:id/test')
@PageAuth()
export class MappingTestPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly samples: MappingSamples,
    private readonly probe: IntakeProbe,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Needs('change')
  async form(@Visit() visit: PageVisit, @Me() me: Person, @MappingId() id: string): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    const sample = await this.samples.newest(me.organizationId, id);
    const example = JSON.stringify(examplePayload(mapping.fieldMappings), null, 2);
    const payload = { text: sample?.text ?? example, origin: sample?.receivedAt ?? ('example' as const) };
    return this.page(visit, mapping, payload, null);
  }

  /** A request of its own, beside this one: in no transaction, or the two would wait for each other's connection. */
  @Post()
  @Asks()
  async send(@Visit() visit: PageVisit, @Me() me: Person, @MappingId() id: string): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    const text = visit.form.text('payload');
    return this.page(visit, mapping, { text, origin: 'typed' }, await this.probe.post(mapping, text));
  }

  private page(
    visit: PageVisit,
    mapping: MappingRow,
    payload: TestPayload,
    probed: Probed | null,
  ): PageAnswer {
    const { id, name, status } = mapping;
    return show(visit, MappingTestPage, {
      mapping: { id, name, active: status === 'active' },
      endpoint: intakeEndpoint(this.settings.publicBaseUrl()),
      payload,
      answer: probed && answerOf(probed),
    });
  }
}

/** What the fields of an answer are, if it is one of ours: something before it may have answered. */
interface Answered {
  contactId?: unknown;
  requestId?: unknown;
  status?: unknown;
  error?: unknown;
}

/** An answer as it came; JSON so that it can be read, with what it tells, the contact and the line of the log that it tells of. */
function answerOf(probed: Probed) {
  if ('failure' in probed) return { ...probed, contactId: null, requestId: null };
  try {
    const body = JSON.parse(probed.body) as Answered | null;
    const contactId = textOf(body?.contactId);
    const requestId = textOf(body?.requestId);
    const told = {
      summary: summaryOf(body, contactId),
      outcome: contactId === null ? null : outcomeOf(body),
    };
    return { ...probed, ...told, body: JSON.stringify(body, null, 2), contactId, requestId };
  } catch {
    return { ...probed, contactId: null, requestId: null, summary: null, outcome: null };
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const outcomeOf = (body: Answered | null): Outcome | null => MADE.find((one) => one === body?.status) ?? null;

function summaryOf(body: Answered | null, contactId: string | null): string | null {
  if (contactId !== null && typeof body?.status === 'string') return `Contact ${body.status}`;
  return typeof body?.error === 'string' ? `Refused: ${body.error}` : null;
}
