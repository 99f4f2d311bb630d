import type { ComponentChildren } from 'preact';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { PageHead } from '../shared/page-head.js';
import { Unspaced } from '../shared/parts.js';
import { Time } from '../shared/time.js';
import { type CallLine, type IntakeLine, CallsWith, IntakesAbout } from './history.js';
import { type ListEntry, type NumberView, Numbers } from './numbers.js';
import { TagList } from './tag-list.js';

const LIST = { href: '/settings/contacts', label: 'Contacts' };

export interface ContactProps {
  frame: Frame;
  contact: {
    id: string;
    name: string;
    email: string | null;
    company: string | null;
    country: string | null;
    timezone: string | null;
    crm: string;
    tags: readonly string[];
    variables: readonly { name: string; value: string }[];
    source: string;
    callCount: string;
    createdAt: Date;
    updatedAt: Date;
  };
  /** The present number first. */
  numbers: readonly NumberView[];
  /** What was done about them on the do-not-call list, newest first. */
  listing: readonly ListEntry[];
  calls: readonly CallLine[];
  intakes: readonly IntakeLine[];
}

export const ContactPage = ({ frame, contact, numbers, listing, calls, intakes }: ContactProps) => {
  const path = `${LIST.href}/${contact.id}`;
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title={`${contact.name} · Contacts`} frame={frame}>
      <PageHead title={contact.name} from={LIST}>
        {mayChange && (
          <>
            <a class="button quiet" href={`${path}/merge`}>
              Merge contact
            </a>
            <a class="button primary" href={`${path}/edit`}>
              Edit contact
            </a>
          </>
        )}
      </PageHead>
      <Numbers frame={frame} path={path} numbers={numbers} listing={listing} />
      <Facts {...contact} />
      <Variables variables={contact.variables} />
      <CallsWith contactId={contact.id} count={contact.callCount} calls={calls} />
      <IntakesAbout intakes={intakes} />
      {mayChange && (
        <section>
          <h2>Remove</h2>
          <p>
            Deleting removes the contact and keeps its calls. Erasing also removes everything personal from
            its calls, recordings and what was posted about it.
          </p>
          <div class="actions">
            <a class="button quiet" href={`${path}/delete`}>
              Delete contact
            </a>
            <a class="button quiet" href={`${path}/erase`}>
              Erase personal data
            </a>
          </div>
        </section>
      )}
    </Shell>
  );
};

const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

const Known = ({ value }: { value: ComponentChildren }) =>
  value ? <>{value}</> : <span class="none">Not known</span>;

const Facts = (contact: ContactProps['contact']) => (
  <section>
    <h2>Details</h2>
    <dl class="facts">
      <Fact label="E-mail">
        <Known value={contact.email && <Unspaced text={contact.email} />} />
      </Fact>
      <Fact label="Company">
        <Known value={contact.company} />
      </Fact>
      <Fact label="Country">
        <Known value={contact.country} />
      </Fact>
      <Fact label="Time zone">
        <Known value={contact.timezone} />
      </Fact>
      <Fact label="CRM">
        <Known value={contact.crm} />
      </Fact>
      <Fact label="Tags">
        {contact.tags.length === 0 ? <span class="none">None</span> : <TagList tags={contact.tags} linked />}
      </Fact>
      <Fact label="Source">{contact.source}</Fact>
      <Fact label="Created">
        <Time at={contact.createdAt} exact />
      </Fact>
      <Fact label="Changed">
        <Time at={contact.updatedAt} exact />
      </Fact>
      <Fact label="Contact ID">
        <Copy value={contact.id} label="contact ID" />
      </Fact>
    </dl>
  </section>
);

const Variables = ({ variables }: Pick<ContactProps['contact'], 'variables'>) => (
  <section>
    <h2>Variables</h2>
    <p>Extra facts that the agent’s prompt can use.</p>
    {variables.length === 0 ? (
      <p class="none">None</p>
    ) : (
      <dl class="facts">
        {variables.map(({ name, value }) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd class="value">{value}</dd>
          </>
        ))}
      </dl>
    )}
  </section>
);
