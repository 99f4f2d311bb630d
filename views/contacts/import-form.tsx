import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import type { FormProblem } from '../shared/field.js';
import { FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { CONTACTS, IMPORTS } from './import-places.js';
import { type ImportFile, ImportStatus } from './import-status.js';

export interface ImportFormProps {
  frame: Frame;
  files: readonly ImportFile[];
  problems: readonly FormProblem[];
}

export const ImportFormPage = ({ frame, files, problems }: ImportFormProps) => {
  const problem = problems.find(({ field }) => field === 'file')?.text;
  return (
    <Shell title="Import contacts" frame={frame}>
      <PageHead
        title="Import contacts"
        from={CONTACTS}
        purpose="Upload a table of people. You see how it is read before anything is imported."
      />
      <form method="post" action={IMPORTS.href} encType="multipart/form-data" class="form" noValidate>
        <ErrorSummary problems={problems} />
        <input type="hidden" name="_token" value={frame.formToken} />
        <div class={problem ? 'field wrong' : 'field'}>
          <label for="file">CSV file</label>
          <p class="hint" id="file-hint">
            At most 20 MB and 100,000 rows, in UTF-8. The first row names the columns, such as phone, first
            name, company; commas, semicolons or tabs between them.
          </p>
          <input
            type="file"
            id="file"
            name="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-describedby={problem ? 'file-hint file-problem' : 'file-hint'}
            aria-invalid={problem ? 'true' : undefined}
          />
          {problem && (
            <p class="problem" id="file-problem">
              {problem}
            </p>
          )}
        </div>
        <FormButtons submit="Upload file" back={CONTACTS.href} />
      </form>
      {files.length > 0 && (
        <section>
          <h2>Imports of the last 30 days</h2>
          <p>A file whose import is not started is deleted after a day.</p>
          <Table caption="Imports" columns={['File', 'Status', 'Uploaded', { label: 'Rows', right: true }]}>
            {files.map((file) => (
              <tr>
                <th scope="row">
                  <a href={`${IMPORTS.href}/${file.id}`}>{file.name}</a>
                </th>
                <td>
                  <ImportStatus status={file.status} />
                </td>
                <td>
                  <Time at={file.createdAt} />
                </td>
                <td class="right">{file.rows}</td>
              </tr>
            ))}
          </Table>
        </section>
      )}
    </Shell>
  );
};
