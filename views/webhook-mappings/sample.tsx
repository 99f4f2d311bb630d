import { Time } from '../shared/time.js';
import { Listening, type SampleAddress } from './listening.js';

/** A place in a sample: a value, or what holds others. */
export interface SampleField {
  label: string;
  /** The source that reads it; null where only its parts can be read. */
  path: string | null;
  /** What stands there, shortened; null for what holds others. */
  value: string | null;
  /** The contact fields that a row fills from it. */
  targets: readonly string[];
  fields: readonly SampleField[];
  /** Shown at first: what holds something of interest, or little. */
  isOpen: boolean;
}

export interface SampleTree {
  fields: readonly SampleField[];
  /** There was more than is shown. */
  isCut: boolean;
}

export interface SampleProps {
  /** Where drafts are sent; null on its own has no address to listen at. */
  draftAction: string;
  /** The mapping's own page; null for one that is not made yet. */
  mappingPath: string | null;
  /** Where it listens; null for one that is not made yet. */
  address: SampleAddress | null;
  active: boolean;
  sample: string;
  /** When it was received; empty for a pasted one. */
  sampleAt: string;
  /** The newest request when listening began; null while nobody listens. */
  after: string | null;
  tree: SampleTree | null;
  problem: string | null;
  targets: readonly string[];
}

/** The last request, or one that was pasted: what there is to map. */
export const Sample = (props: SampleProps) => {
  const { mappingPath, after, tree } = props;
  const isListening = mappingPath !== null && after !== null;
  return (
    <section id="sample" class="sample" aria-labelledby="sample-head">
      {/* Apart from what is being pasted, so that it can follow while somebody types. */}
      <div id="seen" data-poll={isListening ? `${mappingPath}/sample?after=${after}` : undefined}>
        <header>
          <h2 id="sample-head">Sample</h2>
          {mappingPath !== null && !isListening && <Listen {...props} />}
        </header>
        {isListening && <Listening {...props} mappingPath={mappingPath} after={after} />}
        {tree && !isListening && <Fields {...props} tree={tree} />}
        {props.sampleAt !== '' && <input type="hidden" name="sample_at" value={props.sampleAt} />}
      </div>
      <Paste {...props} isOpen={tree === null && !isListening} />
      {mappingPath === null && tree === null && (
        <p class="hint">Or create the mapping paused and listen for a request.</p>
      )}
    </section>
  );
};

const Listen = ({ draftAction, sample }: SampleProps) => (
  <button type="submit" class="button quiet small" name="do" value="listen" formAction={draftAction}>
    {sample === '' ? 'Listen for a request' : 'Listen for another'}
  </button>
);

const Fields = ({ draftAction, sampleAt, tree, targets }: SampleProps & { tree: SampleTree }) => (
  <>
    <p class="hint">
      {sampleAt === '' ? (
        'As pasted below.'
      ) : (
        <>
          Received <Time at={sampleAt} />.
        </>
      )}{' '}
      <span data-current>Click a value to map it.</span>
    </p>
    <div class="into" data-into>
      <label for="into">A value that is clicked goes into</label>
      <select id="into" name="into">
        <option value="">the field its name suggests</option>
        {targets.map((target) => (
          <option value={target}>{target}</option>
        ))}
      </select>
    </div>
    <div class="tree" role="region" aria-label="Fields of the sample" tabIndex={0}>
      <Branches fields={tree.fields} draftAction={draftAction} />
      {tree.isCut && <p class="hint">There is more; what is not shown can be mapped by typing its path.</p>}
    </div>
  </>
);

interface BranchProps {
  fields: readonly SampleField[];
  draftAction: string;
}

const Branches = ({ fields, draftAction }: BranchProps) => (
  <ul>
    {fields.map((field) => (
      <li>
        {field.fields.length === 0 ? (
          <Value field={field} draftAction={draftAction} />
        ) : (
          <details open={field.isOpen}>
            <summary>{field.label}</summary>
            {field.path !== null && (
              <Value
                field={{ ...field, label: 'whole list', value: `${field.fields.length} values` }}
                draftAction={draftAction}
              />
            )}
            <Branches fields={field.fields} draftAction={draftAction} />
          </details>
        )}
      </li>
    ))}
  </ul>
);

const Value = ({ field, draftAction }: { field: SampleField; draftAction: string }) => (
  <button
    type="submit"
    class={field.targets.length > 0 ? 'value mapped' : 'value'}
    name="do"
    value={`map:${field.path}`}
    formAction={draftAction}
    title={field.path ?? undefined}
  >
    <span class="unseen">Map </span>
    <span class="name">{field.label}</span> <span class="text">{field.value}</span>
    {field.targets.map((target) => (
      <span class="tag">{target}</span>
    ))}
  </button>
);

const Paste = ({ draftAction, sample, problem, isOpen }: SampleProps & { isOpen: boolean }) => (
  <details class="more" open={isOpen || problem !== null}>
    <summary>{sample === '' ? 'Paste a payload' : 'Payload'}</summary>
    <div class={problem === null ? 'field' : 'field wrong'}>
      <label for="sample-text">What the other system posts, as JSON</label>
      <textarea
        id="sample-text"
        name="sample"
        class="mono"
        spellcheck={false}
        aria-describedby="sample-problem"
      >
        {`\n${sample}`}
      </textarea>
      <p class="problem" id="sample-problem" hidden={problem === null}>
        {problem !== null && `The payload cannot be read: ${problem}.`}
      </p>
    </div>
    <button type="submit" class="button quiet small" name="do" value="paste" formAction={draftAction}>
      Use payload
    </button>
  </details>
);
