import { IdParam } from '../common/id-param.decorator.js';

/** Where the pages of contacts are. */
export const CONTACTS_PATH = '/settings/contacts';

/** The id of a contact in the path, of pages and of the API. */
export const ContactId = () => IdParam('Contact');
