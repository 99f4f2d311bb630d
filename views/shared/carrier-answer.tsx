import { Status } from './status.js';

/** What a carrier said when it was asked for something harmless. */
export type CarrierAnswered = { kind: 'granted' } | { kind: 'refused' | 'unreachable'; message: string };

const WORDS = {
  refused: 'The carrier refuses the account or its credentials',
  unreachable: 'The carrier cannot be reached',
};

/** Takes the focus; `id` names it for the address that leads here. */
export const CarrierAnswer = ({ answer, id }: { answer: CarrierAnswered; id?: string }) => (
  <p role="status" id={id} tabIndex={-1} autoFocus data-focus>
    {answer.kind === 'granted' ? (
      <Status tone="good" word="The carrier takes our requests" />
    ) : (
      <>
        <Status tone="bad" word={WORDS[answer.kind]} /> <small>{answer.message}</small>
      </>
    )}
  </p>
);
