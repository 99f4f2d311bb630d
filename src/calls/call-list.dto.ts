import { Field, Rule } from '../common/field.decorator.js';
import { readBooleanText, readOneOf, readPhoneNumber, type Reading, readUuid } from '../common/readings.js';
import { CALL_TYPES, type CallFilter, type CallType } from './call-filter.js';
import { readInstant } from './call-readings.js';
import { CALL_STATUSES, type CallStatus } from './call-status.js';

const OPTIONAL = { optional: true };
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** The filter bounds an instant without including it; a day that was picked is meant with all that it holds. */
const readDay =
  (shiftMs: number) =>
  (raw: unknown): Reading<Date> => {
    const reading = readInstant(raw);
    return 'value' in reading && typeof raw === 'string' && DAY.test(raw)
      ? { value: new Date(reading.value.getTime() + shiftMs) }
      : reading;
  };

/** What the page of calls can be narrowed down to: the filters of the API by their names, and how a call went. */
export class CallListDto implements CallFilter {
  @Field(readPhoneNumber, {}, OPTIONAL)
  phone_number?: string;

  @Field(readOneOf([...CALL_STATUSES, 'live']), {}, OPTIONAL)
  status?: CallStatus | 'live';

  @Field(readOneOf(CALL_TYPES), {}, OPTIONAL)
  call_type?: CallType;

  @Field(readUuid, {}, OPTIONAL)
  agent_id?: string;

  @Field(readBooleanText, {}, OPTIONAL)
  call_success?: boolean;

  @Field(readBooleanText, {}, OPTIONAL)
  went_to_voicemail?: boolean;

  @Field(readDay(-1), {}, OPTIONAL)
  @Rule(({ from, to }: CallListDto) => (from && to && from > to ? 'must not be later than to' : null))
  from?: Date;

  @Field(readDay(DAY_MS), {}, OPTIONAL)
  to?: Date;

  @Field(readUuid, {}, OPTIONAL)
  contact_id?: string;

  @Field(readUuid, {}, OPTIONAL)
  campaign_id?: string;
}

/** The filters that an address can name. */
export const LIST_FILTERS = [
  'phone_number',
  'status',
  'call_type',
  'agent_id',
  'call_success',
  'went_to_voicemail',
  'from',
  'to',
  'contact_id',
  'campaign_id',
] as const satisfies readonly (keyof CallListDto)[];

export type ListFilter = (typeof LIST_FILTERS)[number];
