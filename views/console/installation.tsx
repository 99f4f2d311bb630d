import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { CarrierAnswer, type CarrierAnswered } from '../shared/carrier-answer.js';
import { CodeBlock } from '../shared/code-block.js';
import { Copy } from '../shared/copy.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';

export interface InstallationProps {
  frame: Frame;
  url: string;
  versions: { service: string; node: string; database: string };
  carrier: { name: string; note: string };
  database: string;
  /** Requests to users' URLs may stay inside the network. */
  privateTargets: boolean;
  /** What to set so that real phones ring; null when they do. */
  connect: string | null;
  /** Organizations may save accounts of their own. */
  takesAccounts: boolean;
  commands: readonly { label: string; code: string }[];
  /** What the carrier said when it was tried just now; null otherwise. */
  access: CarrierAnswered | null;
}

/** Where things are in this installation, and how it is administered. Shows nothing of any organization. */
export const InstallationPage = ({
  frame,
  url,
  versions,
  carrier,
  database,
  privateTargets,
  connect,
  takesAccounts,
  commands,
  access,
}: InstallationProps) => (
  <Shell title="Installation" frame={frame}>
    <PageHead
      title="Installation"
      purpose="Where things are in this installation, and how it is administered. The same for all of its organizations."
    />
    <dl class="facts">
      <dt>Version</dt>
      <dd>
        <Copy
          value={`Voice Agent Platform ${versions.service}, Node ${versions.node}, PostgreSQL ${versions.database}`}
          short={`${versions.service} on Node ${versions.node}`}
          label="versions"
        />
      </dd>
      <dt>Address</dt>
      <dd>
        <Copy value={url} label="address" />
      </dd>
      <dt>Carrier</dt>
      <dd>
        {carrier.name} <small>{carrier.note}</small>
        <CarrierTest frame={frame} access={access} />
      </dd>
      <dt>Database</dt>
      <dd>{`${database} ${versions.database}`}</dd>
      <dt>Outgoing requests</dt>
      <dd>
        {privateTargets ? (
          <>
            <Status tone="bad" word="Any address, also over plain http" />{' '}
            <small>
              For development only. Start without <code>ALLOW_PRIVATE_TARGETS</code> to protect your network.
            </small>
          </>
        ) : (
          'Webhooks and tools reach public addresses, over https'
        )}
      </dd>
    </dl>
    <nav class="cards" aria-label="Places">
      <a href="/docs">
        <strong>API docs</strong>
        <span>Every operation, to read and to try with your key.</span>
      </a>
      <a href="/openapi.json">
        <strong>OpenAPI document</strong>
        <span>For generating clients and importing into tools.</span>
      </a>
      <a href="/health/ready">
        <strong>Health</strong>
        <span>What this replica tells a load balancer.</span>
      </a>
    </nav>
    {connect !== null && <Connect code={connect} takesAccounts={takesAccounts} />}
    <section>
      <h2>Command line</h2>
      <p>Organizations are made, listed and removed from the command line of this machine.</p>
      {commands.map((command) => (
        <CodeBlock {...command} />
      ))}
    </section>
  </Shell>
);

const Connect = ({ code, takesAccounts }: { code: string; takesAccounts: boolean }) => (
  <section id="carrier">
    <h2>Connect a carrier</h2>
    <p>
      {takesAccounts ? (
        <>
          Calls are simulated until there is an account at Twilio. Save one of this organization under{' '}
          <a href="/settings/organization#carrier">Organization</a>; or start the service with one for all
          organizations.
        </>
      ) : (
        'Calls are simulated until the service is started with an account at Twilio.'
      )}{' '}
      Set <code>PUBLIC_BASE_URL</code> to an address that the carrier can reach.
    </p>
    <CodeBlock label="Where the service is started, or in its .env" code={code} />
    <p>
      Then add a number of that account under <a href="/settings/phone-numbers">Phone numbers</a>.
    </p>
  </section>
);

const CarrierTest = ({ frame, access }: Pick<InstallationProps, 'frame' | 'access'>) => (
  <div class="carrier-test">
    {frame.person?.mayChange && (
      <Form frame={frame} action="/settings/installation/carrier-test">
        <button type="submit" class="button quiet small">
          Test carrier
        </button>
      </Form>
    )}
    {access && <CarrierAnswer answer={access} of="installation" />}
  </div>
);
