import { Status } from './status.js';

/** What a carrier said when it was asked for something harmless. */
export type CarrierAnswered = { kind: 'granted' } | { kind: 'refused' | 'unreachable'; message: string };

interface CarrierAnswerProps {
  answer: CarrierAnswered;
  /** Whose account it is: what went wrong on the installation's way to its carrier is not for organizations. */
  of: 'installation' | 'organization';
  /** Names it for the address that leads here. */
  id?: string;
}

const GRANTED = {
  installation: 'The installation’s carrier takes our requests',
  organization: 'The carrier takes our requests',
};
const WORDS = {
  refused: 'The carrier refuses the account or its credentials',
  unreachable: 'The carrier cannot be reached',
};

/** Takes the focus. */
export const CarrierAnswer = ({ answer, of, id }: CarrierAnswerProps) => (
  <p role="status" id={id} tabIndex={-1} autoFocus data-focus>
    {answer.kind === 'granted' ? (
      <Status tone="good" word={GRANTED[of]} />
    ) : (
      <>
        <Status tone="bad" word={WORDS[answer.kind]} />{' '}
        <small>
          {answer.kind === 'refused' && `It says “${answer.message}”. `}
          {of === 'installation' && 'Whoever runs this installation can fix it.'}
          {of === 'organization' && answer.kind === 'unreachable' && `${answer.message}.`}
        </small>
      </>
    )}
  </p>
);
