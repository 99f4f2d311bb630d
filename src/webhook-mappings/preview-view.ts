import type { PreviewView } from '../../views/webhook-mappings/preview.js';
import type { MappingPreview } from './mapping-preview.dto.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A preview in words: the contact's fields that have something in them, and how each row went. */
export const previewView = (preview: MappingPreview): PreviewView => ({
  status: preview.status,
  contact: Object.entries(preview.contact)
    .filter(([, value]) => value !== null && !['[]', '{}'].includes(JSON.stringify(value)))
    .map(([name, value]) => ({
      field: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
      value: Array.isArray(value) ? value.join(', ') : text(value),
    })),
  trace: preview.trace.map(({ source, target, found, raw, value, issue }) => ({
    source,
    target,
    found: found ? text(raw) : 'Nothing',
    value: value === null ? 'Nothing' : text(value),
    issue,
  })),
  problems: preview.problems.map(({ field, issue }) => `${field} ${issue}`),
  unmapped: preview.unmapped,
});
