import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { Check } from '../shared/check-field.js';
import { type FormProblem, SelectField, TextAreaField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Phone } from '../shared/phone.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { duplicateChoices, FROM_FILE, ON_DUPLICATE } from '../webhook-mappings/on-duplicate.js';
import { CONTACTS, IMPORTS } from './import-places.js';
import type { ImportFile } from './import-status.js';
import { TagList } from './tag-list.js';

/** The label of what is added to every row. */
const TAGS = 'Tags for all of them';

export interface ImportPreviewProps {
  frame: Frame;
  file: ImportFile;
  columns: readonly { header: string; use: string | null }[];
  hasPhone: boolean;
  rows: readonly {
    rowNumber: number;
    phone: { number: string; shown: string } | null;
    name: string;
    email: string;
    company: string;
    tags: readonly string[];
    isNotToBeCalled: boolean;
    problems: readonly string[];
  }[];
  /** How many rows the file has, in words. */
  count: string;
  /** Which of them were looked at, and how many of those make no contact. */
  looked: string;
  refused: number;
  onDuplicate: string;
  tags: string;
  keepOthers: boolean;
  problems: readonly FormProblem[];
}

/** How a file is read, before anything is imported. */
export const ImportPreviewPage = (props: ImportPreviewProps) => {
  const { frame, file, hasPhone, looked, refused } = props;
  return (
    <Shell title={`${file.name} · Import contacts`} frame={frame}>
      <PageHead
        title={file.name}
        from={[CONTACTS, IMPORTS]}
        purpose={`${props.count}. Nothing is imported yet.`}
      />
      {hasPhone ? (
        refused > 0 && (
          <p class="caution" role="note">
            <strong>{`${refused} of ${looked} would make no contact.`}</strong> A row needs a valid phone
            number; the others are imported all the same.
          </p>
        )
      ) : (
        <p class="caution" role="note">
          <strong>No column holds phone numbers.</strong> Name one of them phone in the first row of the file
          and upload it again.
        </p>
      )}
      <section aria-labelledby="columns">
        <h2 id="columns">Columns</h2>
        <p>
          A column is known by its name in the first row of the file. To change what it becomes, rename it
          there.
        </p>
        <Table caption="Columns and what they become" columns={['Column in the file', 'Becomes']}>
          {props.columns.map(({ header, use }) => (
            <tr>
              <th scope="row" dir="auto" title={header}>
                {header || 'Without a name'}
              </th>
              <td>{use ?? <span class="none">Not imported</span>}</td>
            </tr>
          ))}
        </Table>
      </section>
      <section aria-labelledby="first-rows">
        <h2 id="first-rows">First rows</h2>
        <FirstRows {...props} />
      </section>
      {hasPhone && <Choices {...props} />}
    </Shell>
  );
};

const FirstRows = ({ rows }: Pick<ImportPreviewProps, 'rows'>) => (
  <Table
    caption="Rows as they are read"
    columns={[
      'Row',
      'Phone',
      'Name',
      ...['E-mail', 'Company', 'Tags', 'Problems'].map((label) => ({ label, wideOnly: true })),
    ]}
  >
    {rows.map((row) => (
      <tr>
        <th scope="row" class="place">
          {row.rowNumber}
        </th>
        <td>
          {row.phone ? <Phone {...row.phone} /> : <Status tone="bad" word="No contact" />}
          {row.isNotToBeCalled && <Status tone="bad" word="Do not call" />}
        </td>
        <td>
          {row.name}
          <small class="narrow-only">
            {row.problems.map((text) => (
              <div>{text}</div>
            ))}
          </small>
        </td>
        <td>{row.email}</td>
        <td>{row.company}</td>
        <td>
          <TagList tags={row.tags} />
        </td>
        <td class="wrap">
          {row.problems.map((text) => (
            <div>{text}</div>
          ))}
        </td>
      </tr>
    ))}
  </Table>
);

const Choices = ({ frame, file, onDuplicate, tags, keepOthers, problems }: ImportPreviewProps) => (
  <section aria-labelledby="choices">
    <h2 id="choices">How to import</h2>
    <Form frame={frame} action={`${IMPORTS.href}/${file.id}`} class="form">
      <ErrorSummary problems={problems} labels={{ tags: TAGS }} />
      <SelectField
        name="on_duplicate"
        label={ON_DUPLICATE}
        hint="One contact per phone number. An empty cell never erases a known value."
        value={onDuplicate}
        choices={duplicateChoices(FROM_FILE)}
        problems={problems}
      />
      <TextAreaField
        name="tags"
        label={TAGS}
        optional
        hint="Added to every contact, one a line."
        rows={2}
        value={tags}
        problems={problems}
      />
      <Check
        name="keep_others"
        label="Keep the other columns as variables"
        hint="Columns that are not imported above become variables with their names."
        checked={keepOthers}
      />
      <div class="buttons">
        <button type="submit" class="button primary">
          Import file
        </button>
        <a class="button quiet" href={IMPORTS.href}>
          Choose another file
        </a>
      </div>
    </Form>
  </section>
);
