import { Plain } from '../layouts/plain.js';

export interface ErrorProps {
  status: number;
  title: string;
  /** What to do about it. */
  advice: string;
  requestId: string;
}

/** What went wrong, for a person. */
export const ErrorPage = ({ status, title, advice, requestId }: ErrorProps) => (
  <Plain title={title}>
    <p class="error-status">{status}</p>
    <h1>{title}</h1>
    <p>{advice}</p>
    <p class="buttons">
      <a class="button primary" href="/settings">
        Back to the settings
      </a>
    </p>
    <p class="aside">
      Request <code>{requestId}</code>
    </p>
  </Plain>
);
