import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField, TextField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Phone } from '../shared/phone.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { TagList } from './tag-list.js';

const PATH = '/settings/contacts';

interface ContactLine {
  id: string;
  name: string | null;
  email: string | null;
  phone: { number: string; shown: string };
  company: string | null;
  tags: readonly string[];
  moreTags: number;
  source: string;
  doNotCall: boolean;
  doNotCallReason: string | null;
  lastCallAt: Date | null;
}

export interface ContactsProps {
  frame: Frame;
  search: string;
  tag: string;
  calling: string;
  /** How many match, as it is said: `1,204` or `10,000+`. */
  total: string;
  isFiltered: boolean;
  contacts: readonly ContactLine[];
  /** Where all that match come as a file. */
  exportPath: string;
  pages: { previous: string | null; next: string | null };
}

const CALLING = [
  { value: '', label: 'Any' },
  { value: 'allowed', label: 'May be called' },
  { value: 'forbidden', label: 'Do not call' },
];

const NewContact = () => (
  <a class="button primary" href={`${PATH}/new`}>
    Create contact
  </a>
);

export const ContactsPage = (props: ContactsProps) => {
  const { frame, search, tag, calling, total, isFiltered, contacts, exportPath, pages } = props;
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title="Contacts" frame={frame}>
      <PageHead
        title="Contacts"
        purpose="The people your agents speak with: one contact per phone number, from webhooks, calls, files and the API."
      >
        {mayChange && (
          <a class="button quiet" href="/settings/contact-imports">
            Import contacts
          </a>
        )}
        {mayChange && <NewContact />}
      </PageHead>
      {(isFiltered || contacts.length > 0) && (
        <FilterBar action={PATH} clear={isFiltered ? PATH : null}>
          <TextField
            name="search"
            type="search"
            label="Name, phone, e-mail or company"
            value={search}
            maxLength={100}
            autocomplete="off"
          />
          <TextField name="tag" label="Tag" value={tag} maxLength={100} autocomplete="off" />
          <SelectField name="calling" label="Calling" value={calling} choices={CALLING} />
        </FilterBar>
      )}
      {contacts.length === 0 ? (
        <Nothing isFiltered={isFiltered} mayChange={mayChange} />
      ) : (
        <>
          <p class="list-note">
            <span>{`${total} ${total === '1' ? 'contact' : 'contacts'}`}</span>
            <a href={exportPath} download>
              Export CSV
            </a>
          </p>
          <Table
            caption="Contacts"
            columns={[
              'Name',
              'Phone',
              { label: 'Company', wideOnly: true },
              { label: 'Tags', wideOnly: true },
              { label: 'Source', wideOnly: true },
              { label: 'Last call', wideOnly: true },
            ]}
          >
            {contacts.map((contact) => (
              <Line contact={contact} />
            ))}
          </Table>
        </>
      )}
      <Pagination {...pages} />
    </Shell>
  );
};

const Line = ({ contact }: { contact: ContactLine }) => (
  <tr>
    <th scope="row" class="who">
      <a class="two-lines" dir="auto" href={`${PATH}/${contact.id}`} title={contact.name ?? undefined}>
        {contact.name ?? 'No name'}
      </a>
      {contact.email !== null && <small>{contact.email}</small>}
    </th>
    <td>
      <Phone {...contact.phone} />
      {contact.doNotCall && <Status tone="bad" word="Do not call" />}
      {contact.doNotCallReason !== null && (
        <small class="reason" title={contact.doNotCallReason}>
          {contact.doNotCallReason}
        </small>
      )}
    </td>
    <td class="wrap">
      <span class="two-lines" dir="auto" title={contact.company ?? undefined}>
        {contact.company}
      </span>
    </td>
    <td>
      <TagList tags={contact.tags} more={contact.moreTags} />
    </td>
    <td>{contact.source}</td>
    <td>
      <Time at={contact.lastCallAt} />
    </td>
  </tr>
);

const Nothing = ({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) =>
  isFiltered ? (
    <EmptyState
      title="No contacts match"
      text="Look for part of a name, a number, an e-mail address or a company. A tag must match exactly, capitals included."
    >
      <a class="button quiet" href={PATH}>
        Clear filters
      </a>
    </EmptyState>
  ) : (
    <EmptyState
      title="No contacts yet"
      text="Whoever is posted to a webhook mapping, calls or is called becomes a contact by itself. You can also create one, or import a file."
    >
      {mayChange && (
        <a class="button quiet" href="/settings/contact-imports">
          Import contacts
        </a>
      )}
    </EmptyState>
  );
