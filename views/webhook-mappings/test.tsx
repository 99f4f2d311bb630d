import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { CodeBlock } from '../shared/code-block.js';
import { TextAreaField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';
import { Time } from '../shared/time.js';
import { type Outcome, OUTCOMES } from './outcome.js';
import { wayTo } from './places.js';

/** What is, or was, posted. */
export interface TestPayload {
  text: string;
  /** When it was received as the last request; or it was made up from the field mappings, or typed here. */
  origin: Date | 'example' | 'typed';
}

/** `requestId`: its line in the log, where the answer tells. */
type Answer = { contactId: string | null; requestId: string | null; milliseconds: number } & (
  | {
      status: number;
      body: string;
      /** What became of it, where the answer says so. */
      summary: string | null;
      outcome: Outcome | null;
    }
  | { failure: string }
);

interface MappingTestProps {
  frame: Frame;
  mapping: { id: string; name: string; active: boolean };
  endpoint: string;
  payload: TestPayload;
  /** null before anything was sent. */
  answer: Answer | null;
}

/** Posts to the real address, and shows what came back. */
export const MappingTestPage = ({ frame, mapping, endpoint, payload, answer }: MappingTestProps) => {
  const path = `/settings/webhook-mappings/${mapping.id}`;
  return (
    <Shell title={`Test · ${mapping.name}`} frame={frame}>
      <PageHead
        title={`Test ${mapping.name}`}
        from={wayTo(mapping)}
        purpose={
          mapping.active
            ? 'Posts to the mapping’s real address with its key: the contact is really created or updated, and the request is kept in the log.'
            : 'The mapping is paused: the request will be refused with 409, as any other, and kept in the log.'
        }
      />
      {answer && <AnswerCard answer={answer} endpoint={endpoint} log={`${path}/log`} />}
      <Form frame={frame} action={`${path}/test`} class="form">
        <TextAreaField
          name="payload"
          label="Payload"
          hint={
            <>
              <Origin of={payload.origin} /> Posted as JSON to <code>{endpoint}</code>.
            </>
          }
          value={payload.text}
          rows={12}
          spellcheck={false}
          mono
        />
        <div class="buttons">
          <button type="submit" class="button primary">
            Post payload
          </button>
          <a class="button quiet" href={`${path}/log`}>
            Show log
          </a>
        </div>
      </Form>
    </Shell>
  );
};

const Origin = ({ of }: { of: TestPayload['origin'] }) => {
  if (of === 'typed') return null;
  if (of === 'example') return <>An example, made from the field mappings.</>;
  return (
    <>
      The last request, received <Time at={of} />.
    </>
  );
};

function toneOf({ outcome, status }: { outcome: Outcome | null; status: number }) {
  if (outcome !== null) return OUTCOMES[outcome].tone;
  return status < 300 ? 'good' : 'bad';
}

const AnswerCard = ({ answer, endpoint, log }: { answer: Answer; endpoint: string; log: string }) => (
  <div class="answer" role="status" tabIndex={-1} autoFocus data-focus>
    {'failure' in answer ? (
      <>
        <p>
          <Status tone="bad" word={`No answer after ${answer.milliseconds} ms: ${answer.failure}`} />
        </p>
        <p>
          {`The service cannot reach itself at ${endpoint}. Senders may still, if only this machine cannot; PUBLIC_BASE_URL says what the address is.`}
        </p>
      </>
    ) : (
      <>
        <p>
          <Status
            tone={toneOf(answer)}
            word={[answer.summary, `${answer.status} after ${answer.milliseconds} ms`]
              .filter(Boolean)
              .join(' · ')}
          />
        </p>
        {(answer.contactId ?? answer.requestId) !== null && (
          <p class="buttons">
            {answer.contactId !== null && (
              <a class="button quiet" href={`/settings/contacts/${answer.contactId}`}>
                Open contact
              </a>
            )}
            {answer.requestId !== null && (
              <a class="button quiet" href={`${log}/${answer.requestId}`}>
                Show request
              </a>
            )}
          </p>
        )}
        <CodeBlock label="Answer" code={answer.body} />
      </>
    )}
  </div>
);
