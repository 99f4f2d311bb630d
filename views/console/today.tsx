import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

/** A mapping and what came to it within 24 hours. */
export interface MappingHealth {
  id: string;
  name: string;
  active: boolean;
  lastReceivedAt: Date | null;
  accepted: string;
  refused: string;
}

/** Something that does not get better unless a person looks at it. */
export interface Attention {
  title: string;
  text: string;
  at: Date;
  href: string;
}

export interface TodayProps {
  mappings: readonly MappingHealth[];
  attention: readonly Attention[];
}

/** What came in, and what went wrong. */
export const Today = ({ attention, mappings }: TodayProps) => (
  <div class="columns">
    <section aria-labelledby="attention">
      <h2 id="attention">Needs you</h2>
      {attention.length === 0 ? (
        <p class="calm">Nothing failed in the last 24 hours.</p>
      ) : (
        <ul class="attention">
          {attention.map(({ title, text, at, href }) => (
            <li>
              <a href={href}>{title}</a>
              <Time at={at} />
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
    <section aria-labelledby="intake">
      <h2 id="intake">Intake, last 24 hours</h2>
      {mappings.length === 0 ? (
        <p class="calm">
          No mapping yet. <a href="/settings/webhook-mappings/new">Create a mapping</a> and your forms make
          contacts.
        </p>
      ) : (
        <Intake mappings={mappings} />
      )}
    </section>
  </div>
);

const Intake = ({ mappings }: Pick<TodayProps, 'mappings'>) => (
  <Table
    caption="Intake by mapping, last 24 hours"
    columns={[
      'Mapping',
      { label: 'Accepted', right: true },
      { label: 'Refused', right: true },
      { label: 'Last request', wideOnly: true },
    ]}
  >
    {mappings.map(({ id, name, active, lastReceivedAt, accepted, refused }) => (
      <tr>
        <th scope="row" class="wrap">
          <a class="two-lines" dir="auto" href={`/settings/webhook-mappings/${id}`} title={name}>
            {name}
          </a>
          {!active && <span class="tag">Paused</span>}
          <small class="narrow-only">
            <Time at={lastReceivedAt} none="No request yet" />
          </small>
        </th>
        <td class="right">{accepted}</td>
        <td class={refused === '0' ? 'right' : 'right bad'}>{refused}</td>
        <td>
          <Time at={lastReceivedAt} />
        </td>
      </tr>
    ))}
  </Table>
);
