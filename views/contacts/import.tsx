import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { ON_DUPLICATE } from '../webhook-mappings/on-duplicate.js';
import { CONTACTS, IMPORTS } from './import-places.js';
import { type ImportFile, ImportStatus } from './import-status.js';
import { TagList } from './tag-list.js';

export interface ImportProps {
  frame: Frame;
  file: ImportFile;
  /** An e-mail address; null for somebody who is gone. */
  uploadedBy: string | null;
  finishedAt: Date | null;
  /** In words. */
  choices: { onDuplicate: string; tags: readonly string[]; otherColumns: string };
  problems: readonly { rowNumber: number; header: string | null; issue: string; isRefused: boolean }[];
  hasMore: boolean;
}

/** How far an import is, and what came of it. */
export const ImportPage = (props: ImportProps) => {
  const { frame, file } = props;
  const path = `${IMPORTS.href}/${file.id}`;
  const isRunning = file.status === 'running';
  return (
    <Shell title={`${file.name} · Import contacts`} frame={frame} scripts={isRunning ? ['contacts.js'] : []}>
      <PageHead title={file.name} from={[CONTACTS, IMPORTS]}>
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
      <Counts file={file} />
      <HowTo {...props} />
      <Problems {...props} path={path} />
    </Shell>
  );
};

const Counts = ({ file }: Pick<ImportProps, 'file'>) => (
  <dl class="facts short">
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
);

const HowTo = ({ file, uploadedBy, finishedAt, choices }: ImportProps) => (
  <section aria-labelledby="how">
    <h2 id="how">About this import</h2>
    <dl class="facts">
      <dt>Uploaded</dt>
      <dd>
        <Time at={file.createdAt} exact />
        {uploadedBy !== null && ` by ${uploadedBy}`}
      </dd>
      {finishedAt !== null && (
        <>
          <dt>Finished</dt>
          <dd>
            <Time at={finishedAt} exact />
          </dd>
        </>
      )}
      <dt>{ON_DUPLICATE}</dt>
      <dd>{choices.onDuplicate}</dd>
      <dt>Tags for all of them</dt>
      <dd>{choices.tags.length === 0 ? 'None' : <TagList tags={choices.tags} />}</dd>
      <dt>Other columns</dt>
      <dd>{choices.otherColumns}</dd>
    </dl>
  </section>
);

const Problems = ({ problems, hasMore, path }: ImportProps & { path: string }) =>
  problems.length === 0 ? null : (
    <section aria-labelledby="problems">
      <h2 id="problems">Problems</h2>
      <p class="list-note">
        <span>{hasMore ? `The first ${problems.length} problems` : counted(problems.length)}</span>
        <a href={`${path}/problems`} download>
          Download all as CSV
        </a>
      </p>
      <Table
        caption="Problems by row"
        columns={['Row', { label: 'Column', wideOnly: true }, 'Problem', 'Result']}
      >
        {problems.map(({ rowNumber, header, issue, isRefused }) => (
          <tr>
            <th scope="row" class="place">
              {rowNumber}
            </th>
            <td>{header}</td>
            <td class="wrap issue">
              {header !== null && <span class="narrow-only">{header} </span>}
              {issue}
            </td>
            <td>
              {isRefused ? (
                <Status tone="bad" word="Row not imported" />
              ) : (
                <Status tone="off" word="Value left out" />
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );

const counted = (count: number): string => (count === 1 ? '1 problem' : `${count} problems`);
