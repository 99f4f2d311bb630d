import type { Frame } from '../layouts/frame.js';
import { CodeBlock } from '../shared/code-block.js';
import { Copy } from '../shared/copy.js';
import { Form } from '../shared/form.js';

export interface MappingAddress {
  endpoint: string;
  organizationId: string;
  curl: string;
  url: string;
  /** The key, where somebody asked to see it. */
  key: string | null;
}

interface AddressProps {
  frame: Frame;
  id: string;
  address: MappingAddress;
}

/** Where to post to, and with what. */
export const Address = ({ frame, id, address }: AddressProps) => (
  <section aria-labelledby="address">
    <h2 id="address">Address</h2>
    <p>
      Post JSON or a form to the endpoint, with the headers <code>x-org-id</code>, <code>x-map-id</code> and{' '}
      <code>x-api-key</code>.
    </p>
    <dl class="facts">
      <dt>Endpoint</dt>
      <dd>
        <Copy value={address.endpoint} label="endpoint" />
      </dd>
      <dt>Organization ID</dt>
      <dd>
        <Copy value={address.organizationId} label="organization id" />
      </dd>
      <dt>Map ID</dt>
      <dd>
        <Copy value={id} label="Map ID" />
      </dd>
      <dt>Key</dt>
      <dd>
        <Key frame={frame} id={id} text={address.key} />
      </dd>
    </dl>
    <CodeBlock
      label={
        address.key === null
          ? 'curl, with headers. INTAKE_KEY stands for the key: show the key to have it filled in.'
          : 'curl, with headers'
      }
      code={address.curl}
    />
    <details class="more">
      <summary>Needs only a URL?</summary>
      <p>
        Some tools take nothing but an address. This one carries the key: whoever reads it, or a log it ends
        up in, can post to this mapping. Prefer the headers.
      </p>
      <Copy value={address.url} label="URL" />
    </details>
  </section>
);

const Key = ({ frame, id, text }: { frame: Frame; id: string; text: string | null }) => {
  const path = `/settings/webhook-mappings/${id}`;
  return (
    <div class="with-link">
      {text === null ? (
        <span>Hidden; it can do nothing but post to this mapping.</span>
      ) : (
        <Copy value={text} label="key" />
      )}
      {frame.person?.mayChange && (
        <span class="actions">
          {text === null && (
            <Form frame={frame} action={`${path}/reveal`}>
              <button type="submit" class="button quiet small">
                Show key
              </button>
            </Form>
          )}
          <a class="button quiet small" href={`${path}/rotate`}>
            Rotate key
          </a>
        </span>
      )}
    </div>
  );
};
