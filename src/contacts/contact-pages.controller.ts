import { Controller, Get, Query } from '@nestjs/common';
import { ContactPage } from '../../views/contacts/contact.js';
import { ContactsPage } from '../../views/contacts/list.js';
import { actorWords } from '../audit/actor-words.js';
import type { AuditLine } from '../audit/audit-log.repository.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { type PagePlace, pagePlaceText, readPagePlace } from '../auth/page-place.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { Organizations } from '../auth/organizations.service.js';
import { countryLabel } from '../common/countries.js';
import { mayCall } from '../common/may-call.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { type ContactFilter, filterIn } from './contact-filter.js';
import { type ContactCall, ContactHistory } from './contact-history.repository.js';
import { type ContactLine, ContactListsRepository, type Side } from './contact-lists.repository.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import { type ContactNumber, ContactNumbers } from './contact-numbers.service.js';
import { CONTACTS_PATH, ContactId } from './contact-paths.decorator.js';
import type { ContactRow } from './contact.presenter.js';
import type { DoNotCall } from './do-not-call.entity.js';
import { LISTED_WORDS, nameOf, SOURCE_WORDS, variableText } from './contact-words.js';
import { Contacts } from './contacts.service.js';

const ROWS_A_PAGE = 50;
/** More tags than this are counted, not shown. */
const TAGS_SHOWN = 3;

/** The people an organization speaks with: looking for them, and at one of them. */
@Controller(CONTACTS_PATH)
@PageAuth()
export class ContactPagesController {
  constructor(
    private readonly contacts: Contacts,
    private readonly lists: ContactListsRepository,
    private readonly history: ContactHistory,
    private readonly merges: ContactMergesRepository,
    private readonly numbers: ContactNumbers,
    private readonly organizations: Organizations,
  ) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query() query: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const filter = filterIn(query);
    const side = sideIn(query);
    const [lines, { count, isMore }] = await Promise.all([
      this.lists.lines(me.organizationId, filter, side, ROWS_A_PAGE + 1),
      this.lists.count(me.organizationId, filter),
    ]);
    const isFull = lines.length > ROWS_A_PAGE;
    const shown = isBackwards(side) ? lines.slice(-ROWS_A_PAGE) : lines.slice(0, ROWS_A_PAGE);
    return show(visit, ContactsPage, {
      search: filter.search ?? '',
      tag: filter.tag ?? '',
      calling: filter.calling ?? '',
      total: count.toLocaleString('en') + (isMore ? '+' : ''),
      isFiltered: Object.values(filter).some((value) => value !== undefined),
      contacts: shown.map(lineView),
      exportPath: addressOf(filter, {}, `${CONTACTS_PATH}/export`),
      pages: pagesAround(shown, { filter, side, isFull }),
    });
  }

  @Get(':id')
  async contact(@Visit() visit: PageVisit, @Me() me: Person, @ContactId() id: string): Promise<PageAnswer> {
    const org = me.organizationId;
    const survivor = await this.merges.survivorOf(org, id);
    if (survivor !== null)
      return goTo(`${CONTACTS_PATH}/${survivor}`, 'That contact was merged into this one.');
    const contact = await this.contacts.read(org, id);
    const [calls, intakes, numbers, { allowedCountries }] = await Promise.all([
      this.history.calls(org, id),
      this.history.intakes(org, id),
      this.numbers.of(contact),
      this.organizations.read(org),
    ]);
    const entries = await this.numbers.history(org, numbers);
    return show(visit, ContactPage, {
      contact: contactView(contact),
      numbers: numbers.map((one) => numberView(one, entries, allowedCountries)),
      listing: entries.map(entryView),
      calls: calls.map(callView),
      intakes,
    });
  }
}

function sideIn(query: Record<string, unknown>): Side {
  const [after, before] = [readPagePlace(query['after']), readPagePlace(query['before'])];
  if (after) return { after };
  return before ? { before } : null;
}

const isBackwards = (side: Side): side is { before: PagePlace } => side !== null && 'before' in side;

interface Around {
  filter: ContactFilter;
  side: Side;
  /** There are more rows in the direction that was looked in. */
  isFull: boolean;
}

function pagesAround(shown: readonly ContactLine[], { filter, side, isFull }: Around) {
  const [first, last] = [shown.at(0), shown.at(-1)];
  const hasPrevious = isBackwards(side) ? isFull : side !== null;
  const hasNext = isBackwards(side) || isFull;
  return {
    previous: hasPrevious && first ? addressOf(filter, { before: placeOf(first) }) : null,
    next: hasNext && last ? addressOf(filter, { after: placeOf(last) }) : null,
  };
}

const placeOf = ({ createdAt, id }: ContactLine): string =>
  pagePlaceText({ at: createdAt.toISOString(), id });

function addressOf(
  { search, tag, calling }: ContactFilter,
  place: Record<string, string>,
  path = CONTACTS_PATH,
): string {
  const given = { ...(search && { search }), ...(tag && { tag }), ...(calling && { calling }) };
  const query = new URLSearchParams({ ...given, ...place }).toString();
  return query === '' ? path : `${path}?${query}`;
}

const phoneView = (number: string) => ({ number, shown: nationalPhoneNumber(number) });

const lineView = (line: ContactLine) => ({
  id: line.id,
  name: nameOf(line),
  email: line.email,
  phone: phoneView(line.phone),
  company: line.company,
  tags: line.tags.slice(0, TAGS_SHOWN),
  moreTags: Math.max(line.tags.length - TAGS_SHOWN, 0),
  source: SOURCE_WORDS[line.source],
  doNotCall: line.doNotCall,
  doNotCallReason: line.doNotCallReason,
  lastCallAt: line.lastCallAt,
});

const contactView = (contact: ContactRow) => ({
  id: contact.id,
  name: nameOf(contact) ?? nationalPhoneNumber(contact.phone),
  email: contact.email,
  company: contact.company,
  country: contact.countryCode && countryLabel(contact.countryCode),
  timezone: contact.timezone,
  crm: [contact.crmSource, contact.crmId].filter(Boolean).join(' '),
  tags: contact.tags,
  variables: Object.entries(contact.variables).map(([name, value]) => ({ name, value: variableText(value) })),
  source: SOURCE_WORDS[contact.source],
  callCount: contact.callCount.toLocaleString('en'),
  createdAt: contact.createdAt,
  updatedAt: contact.updatedAt,
});

const numberView = (
  { number, isCurrent, listed }: ContactNumber,
  entries: readonly AuditLine[],
  allowedCountries: readonly string[],
) => ({
  ...phoneView(number),
  isCurrent,
  isCallable: mayCall(number, allowedCountries),
  listed: listed && { ...listed, by: listerOf(listed.source, number, entries) },
});

/** The newest entry about a number that is on the list is how it came there. */
function listerOf(source: DoNotCall['source'], number: string, entries: readonly AuditLine[]): string {
  const entry = entries.find(({ action, subjectId }) => action === ADDED && subjectId === number);
  return source === 'operator' && entry?.actorName ? `by ${actorWords(entry)}` : LISTED_WORDS[source];
}

const ADDED = 'do_not_call.added';

const entryView = (line: AuditLine) => ({
  what: line.action === ADDED ? 'Put on the list' : 'Taken off the list',
  number: nationalPhoneNumber(line.subjectId ?? ''),
  by: actorWords(line),
  at: line.createdAt,
});

const callView = (call: ContactCall) => ({
  ...call,
  phone: call.phoneNumber === null ? null : phoneView(call.phoneNumber),
  endedReason: call.endedReason,
});
