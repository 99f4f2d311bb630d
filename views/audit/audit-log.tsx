import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { EmptyState } from '../shared/empty-state.js';
import { type Choice, SelectField, TextField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { PageHead } from '../shared/page-head.js';
import { NewestAndOlder } from '../shared/pagination.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

const PATH = '/settings/audit-log';

interface AuditLine {
  id: string;
  action: string;
  /** As it goes on behind “by”. */
  by: string;
  actor: string;
  actorKind: string;
  /** Whether the filter finds all that they did. */
  canBeAskedFor: boolean;
  subject: {
    id: string | null;
    /** What it is called, or was; null where nothing tells any more. */
    name: string | null;
    /** Its page, while it has one. */
    href: string | null;
  };
  details: readonly string[];
  createdAt: Date;
}

export interface AuditLogProps {
  frame: Frame;
  asked: { kind: string; who: string; from: string; to: string };
  isFiltered: boolean;
  kinds: readonly Choice[];
  lines: readonly AuditLine[];
  /** Where everything is that somebody did. */
  addressBy: (actor: string) => string;
  pages: { first: string | null; next: string | null };
}

const words = (action: string): string =>
  action.replace('do_not_call', 'do-not-call number').replaceAll(/[_.]/g, ' ');
const sentence = (text: string): string =>
  (text.charAt(0).toUpperCase() + text.slice(1)).replace(/^Api/, 'API');

export const AuditLogPage = ({ frame, lines, addressBy, pages, ...filter }: AuditLogProps) => (
  <Shell title="Audit log" frame={frame}>
    <PageHead
      title="Audit log"
      purpose="Who changed what that matters for safety. Nothing here can be altered."
    />
    <AuditFilters {...filter} />
    {lines.length === 0 ? (
      <Nothing isFiltered={filter.isFiltered} />
    ) : (
      <Table
        caption="Audit log"
        columns={[
          'When',
          { label: 'Who', wideOnly: true },
          'What',
          { label: 'Of', wideOnly: true },
          { label: 'Details', wideOnly: true },
        ]}
      >
        {lines.map((line) => (
          <Line line={line} byActor={addressBy(line.actor)} />
        ))}
      </Table>
    )}
    <NewestAndOlder {...pages} />
  </Shell>
);

const Line = ({ line, byActor }: { line: AuditLine; byActor: string }) => (
  <tr>
    <td>
      <Time at={line.createdAt} exact />
    </td>
    <td>
      <Actor line={line} name={line.actor} byActor={byActor} />{' '}
      {line.actorKind && <span class="tag">{line.actorKind}</span>}
    </td>
    <th scope="row">
      {sentence(words(line.action))}
      <small class="narrow-only">
        <Subject action={line.action} {...line.subject} />
        <Details of={line.details} />
      </small>
      <small class="narrow-only">
        by <Actor line={line} name={line.by} byActor={byActor} />
      </small>
    </th>
    <td>
      <Subject action={line.action} {...line.subject} />
    </td>
    <td class="wrap details">
      <Details of={line.details} />
    </td>
  </tr>
);

/** Each in one piece where there is room for it. */
const Details = ({ of }: { of: readonly string[] }) => (
  <>
    {of.map((detail, index) => (
      <>
        {index > 0 && <span class="wide-only"> · </span>}
        <span class="whole">{detail}</span>
      </>
    ))}
  </>
);

const Actor = ({ line, name, byActor }: { line: AuditLine; name: string; byActor: string }) =>
  line.canBeAskedFor ? (
    <a class="by" href={byActor} title={`All by ${line.actor}`}>
      {name}
    </a>
  ) : (
    <>{name}</>
  );

const Subject = ({ action, id, name, href }: AuditLine['subject'] & { action: string }) => {
  if (href !== null) return <a href={href}>{name}</a>;
  if (name !== null) return <bdi title={id ?? undefined}>{name}</bdi>;
  return id && <Copy value={id} short={`…${id.slice(-8)}`} label={`id of ${words(action)}`} />;
};

const AuditFilters = ({
  asked,
  isFiltered,
  kinds,
}: Pick<AuditLogProps, 'asked' | 'isFiltered' | 'kinds'>) => (
  <FilterBar action={PATH} clear={isFiltered ? PATH : null}>
    <SelectField
      name="kind"
      label="About"
      value={asked.kind}
      choices={[{ value: '', label: 'Everything' }, ...kinds]}
    />
    <TextField name="who" label="Who: e-mail or key" type="search" value={asked.who} autocomplete="off" />
    <TextField name="from" label="From (UTC)" type="date" value={asked.from} />
    <TextField name="to" label="To (UTC)" type="date" value={asked.to} />
  </FilterBar>
);

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No entries match" text="An e-mail address or the name of a key must match exactly.">
      <a class="button quiet" href={PATH}>
        Clear filters
      </a>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing here" text="Keys, people and do-not-call changes leave a line here." />
  );
