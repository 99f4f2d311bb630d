import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';

/** What would become of a payload. */
export interface PreviewView {
  status: 'created' | 'updated' | 'unchanged' | 'rejected';
  contact: readonly { field: string; value: string }[];
  trace: readonly { source: string; target: string; found: string; value: string; issue: string | null }[];
  problems: readonly string[];
  unmapped: readonly string[];
}

const WORDS = {
  created: 'A contact would be created',
  updated: 'The contact would be updated',
  unchanged: 'The contact would stay as it is',
  rejected: 'It would be refused',
};

interface PreviewProps {
  id: string;
  sample: string;
  preview: PreviewView | null;
}

/** Tries the rules above, saved or not, on a payload. Nothing is written. */
export const Preview = ({ id, sample, preview }: PreviewProps) => (
  <section aria-labelledby="preview" class="preview">
    <h2 id="preview">Preview</h2>
    <p>See what a payload becomes by the rules above, before they are saved. Nothing is written.</p>
    <div class="field">
      <label for="sample">Payload</label>
      <textarea id="sample" name="sample" spellcheck={false}>
        {sample}
      </textarea>
    </div>
    <button type="submit" class="button quiet" formAction={`/settings/webhook-mappings/${id}/preview`}>
      Preview contact
    </button>
    {preview && <Outcome preview={preview} />}
  </section>
);

const Outcome = ({ preview }: { preview: PreviewView }) => (
  <div class="outcome" role="status">
    <p>
      <Status tone={preview.status === 'rejected' ? 'bad' : 'good'} word={WORDS[preview.status]} />
    </p>
    {preview.problems.map((text) => (
      <p class="problem">{text}</p>
    ))}
    <dl class="facts">
      {preview.contact.map(({ field, value }) => (
        <>
          <dt>{field}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
    <Table caption="How each row went" columns={['Source', 'Found', 'Becomes', 'Value']}>
      {preview.trace.map(({ source, target, found, value, issue }) => (
        <tr>
          <th scope="row">
            <code>{source}</code>
          </th>
          <td class="wrap">{found}</td>
          <td>{target}</td>
          <td class="wrap">{issue === null ? value : <span class="problem">{issue}</span>}</td>
        </tr>
      ))}
    </Table>
    {preview.unmapped.length > 0 && <p>Not mapped: {preview.unmapped.join(', ')}</p>}
  </div>
);
