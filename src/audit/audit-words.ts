import { nationalPhoneNumber } from '../common/phone-number.js';
import { actorWords, type AuditLine } from './audit-log.repository.js';

/** Where what is audited has a page that everybody may look at. */
const PAGES: Readonly<Record<string, string>> = {
  webhook_mapping: '/settings/webhook-mappings',
  webhook_endpoint: '/settings/events',
  contact: '/settings/contacts',
  call: '/settings/calls',
};

/** Details that say what the thing was called, for when it is gone. */
const NAMING = ['name', 'email', 'number', 'url'];

/** An entry as the page shows it; `names` are those of what is still there, by id. */
export function lineView(line: AuditLine, names: ReadonlyMap<string, string>) {
  const { id, action, actorType, actorName, subjectType, subjectId, details, createdAt } = line;
  const known = subjectId === null ? undefined : names.get(subjectId);
  const name = known ?? nameKept(line);
  const page = PAGES[subjectType];
  return {
    id,
    action,
    actor: actorWords({ actorType, actorName }),
    actorKind: actorType === 'api_key' ? 'API key' : '',
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

/** `role: viewer · scopes: calls:read, calls:write`, without what stands there as the thing's name. */
const detailsBeside = (details: Record<string, unknown>, name: string | null): string =>
  Object.entries(details)
    .filter(([, value]) => value !== name)
    .map(detailText)
    .join(' · ');

const detailText = ([name, value]: [string, unknown]): string => {
  const isPlain = Array.isArray(value) || typeof value !== 'object';
  return `${name.replaceAll('_', ' ')}: ${isPlain ? [value].flat().join(', ') : JSON.stringify(value)}`;
};
