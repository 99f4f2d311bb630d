import { Status } from '../shared/status.js';

/** What would become of a sample. */
export interface PreviewView {
  status: 'created' | 'updated' | 'unchanged' | 'rejected';
  name: string;
  /** E.164; null where no valid number was found. */
  phone: string | null;
  facts: readonly { label: string; value: string }[];
  tags: readonly string[];
  /** What refuses it. */
  problems: readonly string[];
  warnings: readonly string[];
  unmapped: readonly string[];
  /** Sources that are not mapped either. */
  more: number;
}

const WORDS = {
  created: 'A contact would be created',
  updated: 'The contact would be updated',
  unchanged: 'The contact would stay as it is',
  rejected: 'It would be refused: no valid phone number',
};

interface PreviewProps {
  preview: PreviewView | null;
  /** Why there is none. */
  problem: string | null;
  hasSample: boolean;
}

/** The contact that the rows make of the sample, saved or not. Nothing is written. */
export const Preview = ({ preview, problem, hasSample }: PreviewProps) => (
  <section id="preview" class="preview" aria-labelledby="preview-head">
    <h2 id="preview-head">Preview</h2>
    {preview ? (
      <Card preview={preview} />
    ) : (
      <p>
        {hasSample
          ? `The sample becomes a contact here once this is right: ${problem ?? 'a row'}.`
          : 'With a sample, the contact that it becomes is shown here. Nothing is written.'}
      </p>
    )}
  </section>
);

const Card = ({ preview }: { preview: PreviewView }) => (
  <div class="contact-card">
    <p>
      <Status tone={preview.status === 'rejected' ? 'bad' : 'good'} word={WORDS[preview.status]} />
    </p>
    <p class="who">
      <strong>{preview.name || 'No name'}</strong>
      {preview.phone ?? 'No phone number'}
    </p>
    {preview.facts.length > 0 && (
      <dl>
        {preview.facts.map(({ label, value }) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {preview.tags.length > 0 && (
      <ul class="tags" aria-label="Tags">
        {preview.tags.map((tag) => (
          <li>{tag}</li>
        ))}
      </ul>
    )}
    {preview.problems.map((text) => (
      <p class="problem">{text}</p>
    ))}
    {preview.warnings.map((text) => (
      <p class="warning">{text}</p>
    ))}
    {preview.unmapped.length > 0 && (
      <p class="unmapped">
        Not mapped: {preview.unmapped.join(', ')}
        {preview.more > 0 && ` and ${preview.more} more`}
      </p>
    )}
  </div>
);
