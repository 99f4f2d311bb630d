import { storableRows } from '../src/webhook-mappings/intake-rows.js';
import { STORE_INTAKES } from '../src/webhook-mappings/intake-statement.js';
import { mapContact } from '../src/webhook-mappings/map-contact.js';
import { NO_RULES } from '../src/webhook-mappings/mapping-rules.js';
import { readMappingRules } from '../src/webhook-mappings/read-mapping-rules.js';
import { FORM_RULES, formBody, type People } from './intake-form.js';

/** Stand in the row for what differs each time, in the order of the parameters of `format` below. */
const MARKS = ['<request>', '<contact>', '<event>', '<area>', '<exchange>', '<line>', '<code>'] as const;
const ROW = `format(:row, uuidv7(), uuidv7(), uuidv7(), :area::int, :exchange::int, :line::int, :code::int)`;

/**
 * The very statement of the product for one submission, with numbers that pgbench draws. Its variables are `org`, the
 * organization, `kinds` and `row`.
 */
export const intakeScript = (people: People): string =>
  [
    ...Object.entries(people).map(([name, [low, high]]) => `\\set ${name} random(${low}, ${high})`),
    `${withoutColons(STORE_INTAKES).replaceAll('$1', ':org::uuid').replaceAll('$2', ':kinds').replaceAll('$3', ROW)};`,
    '',
  ].join('\n');

/** The same literals, spelled so that pgbench does not take what follows a colon in them for a variable. */
const withoutColons = (statement: string): string =>
  statement.replace(/'[^']*'/g, (literal) =>
    literal.includes(':') ? `E${literal.replaceAll(':', '\\x3a')}` : literal,
  );

/** The statement's parameters as the product writes them for one submission, the second as a text for `format`. */
export function intakeParameters(organizationId: string, mappingId: string): { kinds: string; row: string } {
  const [id, contactId, eventId, area, exchange, line, code] = MARKS;
  const read = readMappingRules(FORM_RULES);
  if ('issues' in read) throw new Error('The mapping is wrong.');
  const rules = { ...NO_RULES, ...read.rules };
  const payload = {
    ...formBody({ area: '415', exchange: '200', line: '1000', code }),
    email: `a.${line}@b.de`,
  };
  const text = JSON.stringify(formBody({ area, exchange, line, code }));
  const caller = { organizationId, keyId: '', keyName: '', scopes: [], mappingId };
  const mapped = {
    intake: {
      organizationId,
      mappingId,
      id,
      caller,
      receivedAt: new Date(),
      replayOf: null,
      body: { payload, contentType: 'application/json', text },
    },
    mapping: { version: 1, rules },
    mapped: mapContact(rules, payload, { defaultCountry: 'US' }),
    phone: `+1${area}${exchange}${line}`,
  };
  const [kinds, rows] = storableRows([{ mapped, contactId, eventId, durationMs: 0 }]);
  const row = MARKS.reduce(
    (template, mark, index) => template.replaceAll(mark, `%${index + 1}$s`),
    rows.replaceAll('%', '%%'),
  );
  return { kinds, row };
}
