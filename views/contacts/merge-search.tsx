import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { TextField } from '../shared/field.js';
import { PageHead } from '../shared/page-head.js';
import { Phone } from '../shared/phone.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

const LIST = { href: '/settings/contacts', label: 'Contacts' };

const pathOf = (id: string): string => `${LIST.href}/${id}`;

export interface MergeSearchProps {
  frame: Frame;
  contact: { id: string; name: string };
  search: string;
  found: readonly {
    id: string;
    name: string;
    phone: { number: string; shown: string };
    email: string | null;
    company: string | null;
    lastCallAt: Date | null;
  }[];
}

/** Which other contact is the same person. */
export const MergeSearchPage = ({ frame, contact, search, found }: MergeSearchProps) => (
  <Shell title={`Merge ${contact.name} · Contacts`} frame={frame}>
    <PageHead
      title={`Merge ${contact.name}`}
      from={[LIST, { href: pathOf(contact.id), label: contact.name }]}
      purpose="Find the other contact of the same person. You compare both before anything happens."
    />
    <form method="get" action={`${pathOf(contact.id)}/merge`} class="filters" role="search">
      <TextField
        name="search"
        type="search"
        label="Name, phone, e-mail or company"
        value={search}
        maxLength={100}
        autocomplete="off"
      />
      <button type="submit" class="button quiet">
        Search contacts
      </button>
    </form>
    {found.length === 0 ? (
      <EmptyState
        title={search === '' ? 'Nobody looks like the same person' : 'No other contact matches'}
        text="Search for part of the other contact’s name, number, e-mail address or company."
      />
    ) : (
      <>
        <p class="list-note">{search === '' ? 'Perhaps the same person' : 'Contacts that match'}</p>
        <Table
          caption="Other contacts"
          columns={[
            'Name',
            'Phone',
            { label: 'Company', wideOnly: true },
            { label: 'Last call', wideOnly: true },
          ]}
        >
          {found.map((other) => (
            <tr>
              <th scope="row" class="who">
                <a
                  class="two-lines"
                  dir="auto"
                  href={`${pathOf(contact.id)}/merge/${other.id}`}
                  title={other.name}
                >
                  {other.name}
                </a>
                {other.email !== null && <small>{other.email}</small>}
              </th>
              <td>
                <Phone {...other.phone} />
              </td>
              <td class="wrap">
                <span class="two-lines" dir="auto" title={other.company ?? undefined}>
                  {other.company}
                </span>
              </td>
              <td>
                <Time at={other.lastCallAt} />
              </td>
            </tr>
          ))}
        </Table>
      </>
    )}
  </Shell>
);
