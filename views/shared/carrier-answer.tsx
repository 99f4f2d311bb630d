import { Status } from './status.js';

/** What a carrier said when it was asked for something harmless. */
export type CarrierAnswered = { kind: 'granted' } | { kind: 'refused' | 'unreachable'; message: string };

const WORDS = {
  refused: 'The carrier refuses the account or its credentials',
  unreachable: 'The carrier cannot be reached',
};

export const CarrierAnswer = ({ answer }: { answer: CarrierAnswered }) => (
  <p role="status" tabIndex={-1} autoFocus data-focus>
    {answer.kind === 'granted' ? (
      <Status tone="good" word="The carrier takes our requests" />
    ) : (
      <>
        <Status tone="bad" word={WORDS[answer.kind]} /> <small>{answer.message}</small>
      </>
    )}
  </p>
);
