/** Why there was no answer, where there is little room; the attempt tells it in a sentence. */
const NO_ANSWER: Readonly<Record<string, string>> = {
  invalid_request: 'Not sendable',
  scheme_forbidden: 'Not https',
  address_forbidden: 'Private address',
  dns_failed: 'Host not found',
  connect_failed: 'No connection',
  connect_timeout: 'No connection in time',
  tls_failed: 'TLS not trusted',
  timeout: 'No answer in time',
  connection_lost: 'Connection lost',
  invalid_response: 'Not HTTP',
  aborted: 'Called off',
  unexpected: 'Fault on our side',
  secret_unreadable: 'Secret unreadable',
};

interface Answered {
  /** HTTP status; null where nothing came back. */
  status: number | null;
  error: string | null;
}

/** The status that came back, else why there is none. */
export const answerWords = ({ status, error }: Answered): string =>
  status === null ? (error && (NO_ANSWER[error] ?? error.replaceAll('_', ' '))) || '–' : `HTTP ${status}`;

export const Answer = (answered: Answered) =>
  answered.status === null ? (
    <span class={answered.error === null ? 'none' : undefined}>{answerWords(answered)}</span>
  ) : (
    <code>{answered.status}</code>
  );
