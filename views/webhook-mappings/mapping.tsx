import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { TagList } from '../contacts/tag-list.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { Address, type MappingAddress } from './address.js';
import { MappingStatus, Toggle } from './mapping-status.js';
import { ON_DUPLICATE } from './on-duplicate.js';
import { MAPPINGS } from './places.js';
import { SourcePath } from './source-path.js';

export interface MappingProps {
  frame: Frame;
  mapping: { id: string; name: string; active: boolean; lastReceivedAt: Date | null };
  /** Of the last 24 hours. */
  activity: { accepted: string; refused: string };
  /** What is done to a value is in words. */
  rules: readonly { source: string; target: string; transform: string }[];
  constants: readonly { target: string; value: string; override: boolean }[];
  tags: readonly string[];
  /** In words. */
  onDuplicate: string;
  address: MappingAddress;
}

export const MappingPage = ({ frame, mapping, activity, address, ...rules }: MappingProps) => {
  const { id, name } = mapping;
  const path = `/settings/webhook-mappings/${id}`;
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title={`${name} · Webhook mappings`} frame={frame}>
      <PageHead title={name} from={MAPPINGS}>
        <a class="button quiet" href={`${path}/log`}>
          Show log
        </a>
        {mayChange && (
          <a class="button quiet" href={`${path}/test`}>
            Test mapping
          </a>
        )}
        {mayChange && <Toggle frame={frame} {...mapping} back="mapping" />}
        {mayChange && (
          <a class="button primary" href={`${path}/edit`}>
            Edit mapping
          </a>
        )}
      </PageHead>
      <Health mapping={mapping} activity={activity} path={path} />
      <Address frame={frame} id={id} address={address} />
      <Rules {...rules} />
      {mayChange && (
        <section aria-labelledby="delete">
          <h2 id="delete">Delete</h2>
          <p>
            Deleting takes the address, the field mappings and the log away.
            {mapping.active && ' To stop for a while, pause the mapping.'}
          </p>
          <a class="button quiet" href={`${path}/delete`}>
            Delete mapping
          </a>
        </section>
      )}
    </Shell>
  );
};

const Health = ({
  mapping: { active, lastReceivedAt },
  activity: { accepted, refused },
  path,
}: Pick<MappingProps, 'mapping' | 'activity'> & { path: string }) => (
  <dl class="facts">
    <dt>Status</dt>
    <dd>
      <MappingStatus active={active} />
      <small>
        {active
          ? 'What is posted to its address becomes a contact.'
          : 'What is posted to its address is refused with 409, and kept in the log to be replayed.'}
      </small>
    </dd>
    <dt>Last request</dt>
    <dd>
      <Time at={lastReceivedAt} exact />
    </dd>
    <dt>Last 24 hours</dt>
    <dd>
      {`${accepted} accepted, `}
      {refused === '0' ? (
        '0 refused'
      ) : (
        <a class="bad" href={`${path}/log?outcome=rejected&since=24h`}>{`${refused} refused`}</a>
      )}
    </dd>
  </dl>
);

type RulesProps = Pick<MappingProps, 'rules' | 'constants' | 'tags' | 'onDuplicate'>;

const Rules = ({ rules, constants, tags, onDuplicate }: RulesProps) => (
  <section aria-labelledby="rules">
    <h2 id="rules">Field mappings</h2>
    <p>
      {rules.length === 0
        ? 'None yet: nothing of a payload is read.'
        : 'Of several sources for one contact field, the first that yields a value wins.'}
    </p>
    {rules.length > 0 && (
      <Table
        caption="Sources and what they fill"
        columns={['Source', 'Contact field', { label: 'Transform', wideOnly: true }]}
      >
        {rules.map(({ source, target, transform }) => (
          <tr>
            <th scope="row" class="wrap">
              <SourcePath path={source} />
            </th>
            <td>
              {target}
              <small class="narrow-only">{transform}</small>
            </td>
            <td>{transform}</td>
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
      <dt>Static tags</dt>
      <dd>{tags.length === 0 ? 'None' : <TagList tags={tags} />}</dd>
      <dt>{ON_DUPLICATE}</dt>
      <dd>{onDuplicate}</dd>
    </dl>
  </section>
);
