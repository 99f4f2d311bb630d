import type { PreviewView } from '../../views/webhook-mappings/preview.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import type { MappingPreview } from './mapping-preview.dto.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** More paths would tell nobody more. */
const MOST_UNMAPPED = 8;

const LABELS = {
  email: 'E-mail',
  company: 'Company',
  country_code: 'Country',
  timezone: 'Time zone',
  crm_id: 'CRM id',
  crm_source: 'CRM',
} as const;

/** A preview as a card: who it would be, and what is to be known of it. */
export const previewView = (preview: MappingPreview): PreviewView => {
  const { contact } = preview;
  const facts = Object.entries(LABELS).map(([name, label]) => ({
    label,
    value: contact[name as keyof typeof LABELS],
  }));
  return {
    status: preview.status,
    name: [contact.first_name, contact.last_name].filter(Boolean).join(' '),
    phone:
      contact.phone === null ? null : { number: contact.phone, shown: nationalPhoneNumber(contact.phone) },
    facts: [
      ...facts.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
      ...Object.entries(contact.variables).map(([label, value]) => ({ label, value: text(value) })),
    ],
    tags: contact.tags,
    problems: preview.problems.map(({ field, issue }) => ({ of: field, issue })),
    warnings: preview.warnings.map(({ target, issue }) => ({ of: target, issue })),
    unmapped: preview.unmapped.slice(0, MOST_UNMAPPED),
    more: Math.max(0, preview.unmapped.length - MOST_UNMAPPED),
  };
};
