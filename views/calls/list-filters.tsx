import { type FormProblem, SelectField, TextField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { DIRECTION_WORDS, STATUS_WORDS, SUCCESS_WORDS, VOICEMAIL_WORDS } from './words.js';

export type FilterName =
  | 'phone_number'
  | 'status'
  | 'call_type'
  | 'agent_id'
  | 'call_success'
  | 'went_to_voicemail'
  | 'from'
  | 'to'
  | 'contact_id'
  | 'campaign_id';

/** With the time zone in which its days are meant; UTC without one. */
export type Filters = Partial<Record<FilterName | 'zone', string>>;

/** What the ids among the filters stand for, where that is known. */
export interface FilterNames {
  contact: string | null;
  campaign: string | null;
  phone: string | null;
}

interface CallFiltersProps {
  filters: Filters;
  agents: readonly { value: string; label: string }[];
  problems: readonly FormProblem[];
}

const choicesOf = (all: string, words: Readonly<Record<string, string>>) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];

/** A call that is not over may have any of three statuses. */
const OUTCOMES = { live: 'Live', ...STATUS_WORDS };

const MORE: readonly FilterName[] = ['call_success', 'went_to_voicemail', 'from', 'to'];

/** The filters as a form; what has no field of its own (a contact, a campaign) is kept beside. */
export const CallFilters = ({ filters, agents, problems }: CallFiltersProps) => {
  const field = (name: FilterName) => ({ name, value: filters[name] ?? '', problems });
  return (
    <FilterBar action="/settings/calls" clear={Object.keys(filters).length === 0 ? null : '/settings/calls'}>
      <TextField {...field('phone_number')} label="Number" type="tel" autocomplete="off" />
      <SelectField {...field('status')} label="Outcome" choices={choicesOf('Any', OUTCOMES)} />
      <SelectField {...field('call_type')} label="Direction" choices={choicesOf('Both', DIRECTION_WORDS)} />
      <SelectField {...field('agent_id')} label="Agent" choices={[{ value: '', label: 'Any' }, ...agents]} />
      <details class="more-filters" open={MORE.some((name) => filters[name] !== undefined)}>
        <summary>More filters</summary>
        <div>
          <SelectField {...field('call_success')} label="Success" choices={choicesOf('Any', SUCCESS_WORDS)} />
          <SelectField
            {...field('went_to_voicemail')}
            label="Voicemail"
            choices={choicesOf('Any', VOICEMAIL_WORDS)}
          />
          <DayField {...field('from')} label={filters.zone ? 'From' : 'From (UTC)'} />
          <DayField {...field('to')} label={filters.zone ? 'To' : 'To (UTC)'} />
          {/* A script fills in the viewer's, as long as no days are chosen. */}
          <input type="hidden" name="zone" value={filters.zone ?? ''} />
        </div>
      </details>
      {(['contact_id', 'campaign_id'] as const).map(
        (name) => filters[name] && <input type="hidden" name={name} value={filters[name]} />,
      )}
    </FilterBar>
  );
};

interface DayProps {
  name: string;
  label: string;
  value: string;
  problems: readonly FormProblem[];
}

/** A day to pick; an instant, which an address can hold as well, stays the text that it is. */
const DayField = ({ value, ...field }: DayProps) => (
  <TextField
    {...field}
    value={value}
    type={value === '' || DAY.test(value) ? 'date' : 'text'}
    autocomplete="off"
  />
);

interface ChipsOf extends CallFiltersProps {
  names: FilterNames;
  withoutFilter: (name: FilterName) => string;
}

/** What is set, in words, each with the address of the list without it. */
export function chipsOf({ filters, agents, names, withoutFilter }: ChipsOf) {
  const agentName = (id: string) => agents.find(({ value }) => value === id)?.label ?? shortId(id);
  const labels: Record<FilterName, [label: string, word: (value: string) => string]> = {
    phone_number: ['Number', (value) => names.phone ?? value],
    status: ['Outcome', (value) => wordIn(OUTCOMES, value)],
    call_type: ['Direction', (value) => wordIn(DIRECTION_WORDS, value)],
    agent_id: ['Agent', agentName],
    call_success: ['Success', (value) => wordIn(SUCCESS_WORDS, value)],
    went_to_voicemail: ['Voicemail', (value) => wordIn(VOICEMAIL_WORDS, value)],
    from: ['From', dayText(filters)],
    to: ['To', dayText(filters)],
    contact_id: ['Contact', (value) => names.contact ?? shortId(value)],
    campaign_id: ['Campaign', (value) => names.campaign ?? shortId(value)],
  };
  return Object.entries(labels).flatMap(([name, [label, word]]) => {
    const value = filters[name as FilterName];
    return value === undefined
      ? []
      : [{ label, value: word(value), href: withoutFilter(name as FilterName) }];
  });
}

const wordIn = (words: Readonly<Record<string, string>>, value: string): string => words[value] ?? value;

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAYS = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day as tables write it; an instant as the address has it. */
const dayText =
  ({ zone = 'UTC' }: Filters) =>
  (value: string): string =>
    DAY.test(value) && !Number.isNaN(Date.parse(value)) ? `${DAYS.format(new Date(value))} (${zone})` : value;

const shortId = (id: string): string => `…${id.slice(-8)}`;
