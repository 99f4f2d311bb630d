import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

export interface AuditLogProps {
  frame: Frame;
  kind: string;
  kinds: readonly string[];
  lines: readonly {
    id: string;
    action: string;
    actor: string;
    actorKind: string;
    subjectId: string | null;
    details: string;
    createdAt: Date;
  }[];
  pages: { first: string | null; next: string | null };
}

const words = (name: string): string => name.replaceAll(/[_.]/g, ' ');
const sentence = (text: string): string =>
  (text.charAt(0).toUpperCase() + text.slice(1)).replace(/^Api/, 'API');

export const AuditLogPage = ({ frame, kind, kinds, lines, pages }: AuditLogProps) => (
  <Shell title="Audit log" frame={frame}>
    <PageHead
      title="Audit log"
      purpose="Who changed what that matters for safety. Nothing here can be altered."
    />
    <FilterBar action="/settings/audit-log" clear={kind === '' ? null : '/settings/audit-log'}>
      <SelectField
        name="kind"
        label="About"
        value={kind}
        choices={[
          { value: '', label: 'Everything' },
          ...kinds.map((one) => ({ value: one, label: sentence(words(one)) })),
        ]}
      />
    </FilterBar>
    {lines.length === 0 ? (
      <EmptyState title="Nothing here" text="Keys, people and do-not-call changes leave a line here." />
    ) : (
      <Table caption="Audit log" columns={['When', 'Who', 'What', 'Of', 'Details']}>
        {lines.map((line) => (
          <tr>
            <td>
              <Time at={line.createdAt} exact />
            </td>
            <td>
              {line.actor} {line.actorKind && <span class="tag">{line.actorKind}</span>}
            </td>
            <th scope="row">{sentence(words(line.action))}</th>
            <td>
              {line.subjectId && (
                <Copy
                  value={line.subjectId}
                  short={line.subjectId.slice(-8)}
                  label={`id of ${line.action}`}
                />
              )}
            </td>
            <td class="wrap details">{line.details}</td>
          </tr>
        ))}
      </Table>
    )}
    {(pages.first !== null || pages.next !== null) && (
      <nav class="pagination" aria-label="Pages">
        {pages.first !== null && (
          <a class="button quiet" href={pages.first}>
            Newest
          </a>
        )}
        {pages.next !== null && (
          <a class="button quiet" rel="next" href={pages.next}>
            Older
          </a>
        )}
      </nav>
    )}
  </Shell>
);
