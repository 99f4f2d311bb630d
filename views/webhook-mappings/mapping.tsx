import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { CodeBlock } from '../shared/code-block.js';
import { Copy } from '../shared/copy.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Toggle } from './list.js';

export interface MappingProps {
  frame: Frame;
  mapping: { id: string; name: string; active: boolean };
  rules: readonly { source: string; target: string; transform: string }[];
  constants: readonly { target: string; value: string; override: boolean }[];
  tags: readonly string[];
  onDuplicate: string;
  address: {
    endpoint: string;
    organizationId: string;
    curl: string;
    url: string;
    /** The key, where somebody asked to see it. */
    key: string | null;
  };
}

export const MappingPage = ({ frame, mapping, address, ...rules }: MappingProps) => {
  const { id, name, active } = mapping;
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title={`${name} · Webhook mappings`} frame={frame}>
      <PageHead
        title={name}
        from={{ href: '/settings/webhook-mappings', label: 'Webhook mappings' }}
        purpose={
          active
            ? 'Active: what is posted to its address becomes a contact.'
            : 'Inactive: what is posted to its address is refused with 409, and kept in the log to be replayed.'
        }
      >
        <a class="button quiet" href={`/settings/webhook-mappings/${id}/log`}>
          Log
        </a>
        {mayChange && (
          <a class="button quiet" href={`/settings/webhook-mappings/${id}/test`}>
            Test
          </a>
        )}
        {mayChange && <Toggle frame={frame} {...mapping} back="mapping" />}
        {mayChange && (
          <a class="button primary" href={`/settings/webhook-mappings/${id}/edit`}>
            Edit mapping
          </a>
        )}
      </PageHead>
      <Address frame={frame} mapping={mapping} address={address} />
      <Rules {...rules} />
      {mayChange && (
        <section aria-labelledby="delete">
          <h2 id="delete">Delete</h2>
          <p>
            Deleting takes the address, the rules and the log away. To stop for a while, pause the mapping.
          </p>
          <a class="button quiet" href={`/settings/webhook-mappings/${id}/delete`}>
            Delete mapping
          </a>
        </section>
      )}
    </Shell>
  );
};

const Address = ({ frame, mapping, address }: Pick<MappingProps, 'frame' | 'mapping' | 'address'>) => {
  const { id } = mapping;
  const { key } = address;
  return (
    <section aria-labelledby="address">
      <h2 id="address">Address</h2>
      <p>Post JSON or a form to it. The three headers say whose it is and which mapping reads it.</p>
      <dl class="facts">
        <dt>Map ID</dt>
        <dd>
          <Copy value={id} label="Map ID" />
        </dd>
        <dt>Organization ID</dt>
        <dd>
          <Copy value={address.organizationId} label="organization id" />
        </dd>
        <dt>Key</dt>
        <dd>
          {key === null ? (
            <div class="with-link">
              <span>Hidden; it can do nothing but post to this mapping.</span>
              {frame.person?.mayChange && (
                <Form frame={frame} action={`/settings/webhook-mappings/${id}/reveal`}>
                  <button type="submit" class="button quiet small">
                    Show key
                  </button>
                </Form>
              )}
            </div>
          ) : (
            <Copy value={key} label="key" />
          )}
        </dd>
        <dt>Endpoint</dt>
        <dd>
          <Copy value={address.endpoint} label="endpoint" />
        </dd>
      </dl>
      <CodeBlock
        label={key === null ? 'With headers; show the key, and it stands in here' : 'With headers'}
        code={address.curl}
      />
      <p class="buttons">
        <Copy value={address.curl} label="curl command" short="Copy as curl" />
      </p>
      <details class="more">
        <summary>Needs only a URL?</summary>
        <p>
          Some tools take nothing but an address. This one carries the key: whoever reads it, or a log it ends
          up in, can post to this mapping. Prefer the headers.
        </p>
        <Copy value={address.url} label="URL" />
      </details>
      {frame.person?.mayChange && (
        <div class="buttons">
          <a class="button quiet" href={`/settings/webhook-mappings/${id}/rotate`}>
            Rotate key
          </a>
        </div>
      )}
    </section>
  );
};

const DUPLICATES: Record<string, string> = {
  fill_missing: 'Fill what is empty',
  overwrite: 'Overwrite with what was posted',
  skip: 'Change nothing',
};

const Rules = ({
  rules,
  constants,
  tags,
  onDuplicate,
}: Omit<MappingProps, 'frame' | 'mapping' | 'address'>) => (
  <section aria-labelledby="rules">
    <h2 id="rules">Rules</h2>
    <p>Of several sources for one field, the first that yields a value wins.</p>
    {rules.length > 0 && (
      <Table caption="Field mappings" columns={['Source', 'Becomes', 'Transform']}>
        {rules.map(({ source, target, transform }) => (
          <tr>
            <th scope="row">
              <code>{source}</code>
            </th>
            <td>{target}</td>
            <td>{transform || <span class="none">None</span>}</td>
          </tr>
        ))}
      </Table>
    )}
    <dl class="facts spaced">
      <dt>Static values</dt>
      <dd>
        {constants.length === 0
          ? 'None'
          : constants.map(({ target, value, override }) => (
              <div>
                {target} = <code>{value}</code> {override && <span class="tag">Always</span>}
              </div>
            ))}
      </dd>
      <dt>Tags</dt>
      <dd>{tags.length === 0 ? 'None' : tags.join(', ')}</dd>
      <dt>Contact exists</dt>
      <dd>{DUPLICATES[onDuplicate] ?? onDuplicate}</dd>
    </dl>
  </section>
);
