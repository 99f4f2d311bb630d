import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { CodeBlock } from '../shared/code-block.js';
import { PageHead } from '../shared/page-head.js';

export interface Overview {
  frame: Frame;
  url: string;
  carrier: { name: string; note: string };
  database: string;
  commands: readonly { label: string; code: string }[];
}

/** Where things are in this installation, and how it is administered. Shows nothing of any organization. */
export const OverviewPage = ({ frame, url, carrier, database, commands }: Overview) => (
  <Shell title="Home" frame={frame}>
    <PageHead title="Home" purpose="Where things are in this installation, and how it is administered." />
    <dl class="facts">
      <dt>Address</dt>
      <dd>
        <code>{url}</code>
      </dd>
      <dt>Carrier</dt>
      <dd>
        {carrier.name} <small>{carrier.note}</small>
      </dd>
      <dt>Database</dt>
      <dd>{database}</dd>
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
        <span>What this replica’s load balancer is told.</span>
      </a>
    </nav>
    <section>
      <h2>Administer it</h2>
      <p>What has no page here is managed through the API and from the command line of this machine.</p>
      {commands.map((command) => (
        <CodeBlock {...command} />
      ))}
    </section>
  </Shell>
);
