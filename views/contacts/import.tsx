import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { type ImportFile, ImportStatus } from './import-status.js';

const LIST = { href: '/settings/contact-imports', label: 'Import contacts' };

export interface ImportProps {
  frame: Frame;
  file: ImportFile;
  problems: readonly { rowNumber: number; header: string | null; issue: string; isRefused: boolean }[];
  hasMore: boolean;
}

/** How far an import is, and what came of it. */
export const ImportPage = ({ frame, file, problems, hasMore }: ImportProps) => {
  const path = `${LIST.href}/${file.id}`;
  const isRunning = file.status === 'running';
  return (
    <Shell title={`${file.name} · Import contacts`} frame={frame} scripts={isRunning ? ['contacts.js'] : []}>
      <PageHead title={file.name} from={LIST}>
        {isRunning ? (
          <a class="button quiet" href={path}>
            Refresh
          </a>
        ) : (
          <a class="button primary" href="/settings/contacts">
            Show contacts
          </a>
        )}
      </PageHead>
      {isRunning && <progress value={file.share} aria-label="Rows done" />}
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <ImportStatus status={file.status} />
          {file.status === 'failed' && (
            <small>
              It stopped and was tried again without success. What was imported stays; upload the file again.
            </small>
          )}
        </dd>
        <dt>Rows done</dt>
        <dd>{`${file.done} of ${file.rows}`}</dd>
        <dt>Created</dt>
        <dd>{file.created}</dd>
        <dt>Updated</dt>
        <dd>{file.updated}</dd>
        <dt>Unchanged</dt>
        <dd>{file.unchanged}</dd>
        <dt>Not imported</dt>
        <dd>{file.refused}</dd>
      </dl>
      {problems.length > 0 && (
        <section>
          <h2>Problems</h2>
          <p class="list-note">
            <span>{hasMore ? `The first ${problems.length}` : `${problems.length} of them`}</span>
            <a href={`${path}/problems`} download>
              Download all as CSV
            </a>
          </p>
          <Table caption="Problems" columns={['Row', 'Column', 'Problem', 'Contact']}>
            {problems.map(({ rowNumber, header, issue, isRefused }) => (
              <tr>
                <th scope="row" class="place">
                  {rowNumber}
                </th>
                <td>{header}</td>
                <td class="wrap">{issue}</td>
                <td>
                  {isRefused ? (
                    <Status tone="bad" word="Not imported" />
                  ) : (
                    <Status tone="off" word="Without this value" />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
    </Shell>
  );
};
