import { CodeBlock } from '../shared/code-block.js';
import { Status } from '../shared/status.js';
import { Time } from '../shared/time.js';
import { answerWords } from './answer.js';

export interface AttemptView {
  number: number;
  startedAt: Date;
  url: string;
  requestHeaders: readonly [name: string, value: string][];
  status: number | null;
  errorKind: string | null;
  errorMessage: string | null;
  latencyMs: number;
  responseBody: string | null;
  responseTruncated: boolean;
}

/** One request and what came back, folded to a line. */
export const Attempt = ({ attempt, isOpen }: { attempt: AttemptView; isOpen: boolean }) => {
  const { number, errorKind, status, latencyMs, startedAt } = attempt;
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <span class="number">#{number}</span>
          {errorKind === null ? (
            <Status tone="good" word={`${status} accepted`} />
          ) : (
            <Status tone="bad" word={answerWords({ status, error: errorKind })} />
          )}
          <span class="latency">{latencyMs.toLocaleString('en')} ms</span>
          <Time at={startedAt} exact />
        </summary>
        <Exchange attempt={attempt} />
      </details>
    </li>
  );
};

const Exchange = ({ attempt }: { attempt: AttemptView }) => {
  const { number, url, requestHeaders, status, errorKind, errorMessage } = attempt;
  const request = [`POST ${url}`, ...requestHeaders.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return (
    <div class="exchange">
      {errorKind !== null && (
        <p class="error-kind">
          <code>{errorKind}</code> {errorMessage}
        </p>
      )}
      <CodeBlock label={`Request of attempt ${number}, without its signature`} code={request} />
      {status === null ? <p>There was no answer.</p> : <Response attempt={attempt} status={status} />}
    </div>
  );
};

const Response = ({ attempt, status }: { attempt: AttemptView; status: number }) => {
  const { number, responseBody, responseTruncated } = attempt;
  return responseBody ? (
    <>
      <CodeBlock label={`Answer ${status} to attempt ${number}`} code={responseBody} />
      {responseTruncated && <p>It was longer; the rest is not kept.</p>}
    </>
  ) : (
    <p>
      The answer {status} {responseTruncated ? 'was compressed, or is not kept.' : 'had no body.'}
    </p>
  );
};
