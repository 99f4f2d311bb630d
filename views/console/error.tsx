import type { Frame } from '../layouts/frame.js';
import { Plain } from '../layouts/plain.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';

export interface ErrorProps {
  status: number;
  title: string;
  /** What to do about it. */
  advice: string;
  requestId: string;
  /** null when nobody is signed in. */
  frame: Frame | null;
}

/** What went wrong, for a person; who is signed in keeps the navigation. */
export const ErrorPage = ({ frame, ...failure }: ErrorProps) =>
  frame ? (
    <Shell title={failure.title} frame={frame}>
      <div class="failure">
        <Failure {...failure} button="Go to home" />
      </div>
    </Shell>
  ) : (
    <Plain title={failure.title}>
      <Failure {...failure} button={failure.status >= 500 ? 'Back to the settings' : 'Go to sign-in'} />
    </Plain>
  );

type FailureProps = Omit<ErrorProps, 'frame'> & { button: string };

const Failure = ({ status, title, advice, requestId, button }: FailureProps) => (
  <>
    <p class="error-status">{status}</p>
    <h1>{title}</h1>
    <p>{advice}</p>
    <p class="buttons">
      <a class="button primary" href="/settings">
        {button}
      </a>
    </p>
    <p class="aside">
      Request ID <Copy value={requestId} label="request ID" />
    </p>
  </>
);
