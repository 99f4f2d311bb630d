import { TagList } from '../contacts/tag-list.js';
import { Phone } from '../shared/phone.js';
import { Status } from '../shared/status.js';
import { type Outcome, OUTCOMES } from './outcome.js';
import { SourcePath } from './source-path.js';

/** What would become of a sample. */
export interface PreviewView {
  status: Outcome;
  name: string;
  /** null where no valid number was found. */
  phone: { number: string; shown: string } | null;
  facts: readonly { label: string; value: string }[];
  tags: readonly string[];
  /** What refuses it, each of a source. */
  problems: readonly Remark[];
  /** What was left out, each of a contact field. */
  warnings: readonly Remark[];
  unmapped: readonly string[];
  /** Sources that are not mapped either. */
  more: number;
}

interface Remark {
  of: string;
  /** Completes a sentence that begins with it. */
  issue: string;
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
      <Status tone={OUTCOMES[preview.status].tone} word={WORDS[preview.status]} />
    </p>
    <p class="who">
      <strong>{preview.name || 'No name'}</strong>
      {preview.phone ? <Phone {...preview.phone} /> : 'No phone number'}
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
    {preview.tags.length > 0 && <TagList tags={preview.tags} />}
    {preview.problems.map((remark) => (
      <p class="problem">
        <SourcePath path={remark.of} /> {remark.issue}
      </p>
    ))}
    {preview.warnings.map((remark) => (
      <p class="warning">
        <code>{remark.of}</code> {remark.issue}
      </p>
    ))}
    {preview.unmapped.length > 0 && (
      <p class="unmapped">
        Not mapped:{' '}
        {preview.unmapped.map((path, index) => (
          <>
            {index > 0 && ', '}
            <SourcePath path={path} />
          </>
        ))}
        {preview.more > 0 && ` and ${preview.more} more`}
      </p>
    )}
  </div>
);
