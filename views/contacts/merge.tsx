import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Phone } from '../shared/phone.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { TagList } from './tag-list.js';

const pathOf = (id: string): string => `/settings/contacts/${id}`;

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
      from={{ href: pathOf(contact.id), label: contact.name }}
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
            'E-mail',
            { label: 'Company', wideOnly: true },
            { label: 'Last call', wideOnly: true },
          ]}
        >
          {found.map((other) => (
            <tr>
              <th scope="row">
                <a href={`${pathOf(contact.id)}/merge/${other.id}`}>{other.name}</a>
              </th>
              <td>
                <Phone {...other.phone} />
              </td>
              <td>{other.email}</td>
              <td class="wrap">{other.company}</td>
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

interface Side {
  id: string;
  name: string;
  version: string;
  callCount: string;
  createdAt: Date;
}

interface ComparedField {
  name: string;
  label: string;
  own: string;
  other: string;
  fromOther: boolean;
}

export interface MergeProps {
  frame: Frame;
  stays: Side;
  goes: Side;
  rows: readonly ComparedField[];
  tags: readonly string[];
  variables: readonly string[];
  /** Numbers of both that are on the do-not-call list. */
  blocked: readonly string[];
  problems: readonly FormProblem[];
}

/** Both contacts side by side, and which value of each field survives. */
export const MergePage = ({ frame, stays, goes, rows, tags, variables, blocked, problems }: MergeProps) => (
  <Shell title={`Merge ${goes.name} into ${stays.name} · Contacts`} frame={frame}>
    <PageHead
      title={`Merge ${goes.name} into ${stays.name}`}
      from={{ href: `${pathOf(stays.id)}/merge`, label: `Merge ${stays.name}` }}
      purpose="Choose what the contact keeps of each."
    >
      <a class="button quiet" href={`${pathOf(goes.id)}/merge/${stays.id}`}>
        Keep the other contact
      </a>
    </PageHead>
    <Form frame={frame} action={`${pathOf(stays.id)}/merge/${goes.id}`} class="form compare">
      <ErrorSummary problems={problems} />
      <input type="hidden" name="version" value={stays.version} />
      <input type="hidden" name="other_version" value={goes.version} />
      <div class="table" role="region" aria-label="Both contacts" tabIndex={0}>
        <table>
          <caption class="unseen">Both contacts</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <Head title="Stays" side={stays} />
              <Head title="Goes" side={goes} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{row.label}</th>
                <Value row={row} value={row.own} choice="own" chosen={!row.fromOther} />
                <Value row={row} value={row.other} choice="other" chosen={row.fromOther} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(tags.length > 0 || variables.length > 0) && (
        <dl class="facts">
          {tags.length > 0 && (
            <>
              <dt>Tags of both</dt>
              <dd>
                <TagList tags={tags} />
              </dd>
            </>
          )}
          {variables.length > 0 && (
            <>
              <dt>Variables of both</dt>
              <dd>{variables.join(', ')}</dd>
            </>
          )}
        </dl>
      )}
      {blocked.length > 0 && (
        <p class="caution" role="note">
          <strong>{`${blocked.join(', ')} ${blocked.length === 1 ? 'is' : 'are'} on the do-not-call list.`}</strong>{' '}
          Merging takes no number off it. The other numbers may still be called.
        </p>
      )}
      <ul class="consequences">
        <li>{`Calls (${stays.callCount} and ${goes.callCount}), intakes, tags and variables of both come together.`}</li>
        <li>The number that is not kept still leads here: in webhooks, calls and searches.</li>
        <li>The other contact goes. This cannot be undone.</li>
      </ul>
      <div class="buttons">
        <button type="submit" class="button danger">
          Merge contacts
        </button>
        <a class="button quiet" href={pathOf(stays.id)}>
          Cancel
        </a>
      </div>
    </Form>
  </Shell>
);

const Head = ({ title, side }: { title: string; side: Side }) => (
  <th scope="col">
    {`${title}: ${side.name}, created `}
    <Time at={side.createdAt} />
  </th>
);

interface ValueProps {
  row: ComparedField;
  value: string;
  choice: 'own' | 'other';
  chosen: boolean;
}

/** A value to choose; where only one of them has any, there is nothing to choose. */
const Value = ({ row, value, choice, chosen }: ValueProps) => {
  if (value === '') return <td class="none">–</td>;
  const isChoice = row.own !== '' && row.other !== '' && row.own !== row.other;
  const id = `${row.name}-${choice}`;
  return (
    <td class="wrap">
      {isChoice ? (
        <span class="kept">
          <input type="radio" id={id} name={row.name} value={choice} checked={chosen} />
          <label for={id}>
            <span class="unseen">{`${row.label}: `}</span>
            {value}
          </label>
        </span>
      ) : (
        value
      )}
    </td>
  );
};
