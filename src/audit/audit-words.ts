import { scopeWords } from '../auth/scopes.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { actorWords, NAMELESS } from './actor-words.js';
import type { AuditLine } from './audit-log.repository.js';

/** Where what is audited has a page that everybody may look at. */
const PAGES: Readonly<Record<string, string>> = {
  webhook_mapping: '/settings/webhook-mappings',
  webhook_endpoint: '/settings/events',
  contact: '/settings/contacts',
  call: '/settings/calls',
};

/** Details that say what the thing was called, for when it is gone. */
const NAMING = ['name', 'email', 'number', 'url', 'twilio_account_sid'];

/** An entry as the page shows it; `names` are those of what is still there, by id. */
export function lineView(line: AuditLine, names: ReadonlyMap<string, string>) {
  const { id, action, actorType, actorName: called, subjectType, subjectId, details, createdAt } = line;
  const known = subjectId === null ? undefined : names.get(subjectId);
  const name = known ?? nameKept(line);
  const page = PAGES[subjectType];
  return {
    id,
    action,
    by: actorWords(line),
    actor: called ?? capitalized(actorWords(line)),
    actorKind: called !== null && actorType === 'api_key' ? 'API key' : '',
    canBeAskedFor: called !== null || Object.hasOwn(NAMELESS, actorType),
    subject: {
      id: subjectId,
      name: name?.startsWith('+') ? nationalPhoneNumber(name) : name,
      href: known !== undefined && page !== undefined ? `${page}/${subjectId}` : null,
    },
    details: detailsBeside(details, name),
    createdAt,
  };
}

/** What the entry itself says of the thing's name. */
function nameKept({ subjectType, subjectId, details }: AuditLine): string | null {
  const kept = NAMING.map((name) => details[name]).find((value) => typeof value === 'string');
  // A number on the do-not-call list is its own name.
  return kept ?? (subjectType === 'phone_number' ? subjectId : null);
}

/** `role: viewer`, `key ends in: 7Qx2`, without ids, which are for programs, and what stands there as the thing's name. */
const detailsBeside = (details: Record<string, unknown>, name: string | null): string[] =>
  Object.entries(details)
    .filter(([key, value]) => value !== name && !key.endsWith('_id'))
    .map(([key, value]) => `${labelOf(key)}: ${key === 'scopes' ? scopesText(value) : valueText(value)}`);

/** “by” is said of who did it: what somebody signed in by is what they did it with. */
const labelOf = (key: string): string =>
  key === 'by'
    ? 'with'
    : key.replaceAll('_', ' ').replaceAll(/\b(?:api|llm|url)\b/g, (word) => word.toUpperCase());

const scopesText = (value: unknown): string => scopeWords([value].flat().map(String)).toLowerCase();

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (value === null) return 'none';
  if (typeof value === 'number') return value.toLocaleString('en');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
