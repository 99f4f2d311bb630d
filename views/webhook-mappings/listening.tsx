import { CodeBlock } from '../shared/code-block.js';
import { Copy } from '../shared/copy.js';
import { Status } from '../shared/status.js';

/** Where a mapping's requests go to. */
export interface SampleAddress {
  endpoint: string;
  curl: string;
}

interface ListeningProps {
  draftAction: string;
  mappingPath: string;
  address: SampleAddress | null;
  active: boolean;
  /** The newest request when listening began. */
  after: string;
}

/** Waits for the next request, and says where it is to be sent. */
export const Listening = ({ draftAction, mappingPath, address, active, after }: ListeningProps) => (
  <div class="listening">
    <input type="hidden" name="after" value={after} />
    <p>
      <Status tone="waiting" word="Waiting for a request" />
    </p>
    <p>
      Send one from the system that will post.{' '}
      {active
        ? 'It becomes a contact by the field mappings as they are saved.'
        : 'While the mapping is paused it is refused with 409, and its fields show up here all the same.'}
    </p>
    {address && (
      <>
        <Copy value={address.endpoint} label="endpoint" />
        <CodeBlock label="curl, with headers" code={address.curl} />
        <p class="hint">
          <code>INTAKE_KEY</code> stands for the key:{' '}
          <a href={mappingPath} target="_blank" rel="noopener">
            show it on the mapping’s page (opens beside this one)
          </a>
          .
        </p>
      </>
    )}
    <button type="submit" class="button quiet small" name="do" value="take" formAction={draftAction}>
      Check again
    </button>
  </div>
);
