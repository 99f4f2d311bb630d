import type { Place } from '../shared/page-head.js';

export const CONTACTS: Place = { href: '/settings/contacts', label: 'Contacts' };
export const IMPORTS: Place = { href: '/settings/contact-imports', label: 'Import contacts' };
