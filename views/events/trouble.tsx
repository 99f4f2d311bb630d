import { Notice } from '../shared/notice.js';
import { Time } from '../shared/time.js';
import { answerWords } from './answer.js';
import { DISABLED_BECAUSE, type EndpointView } from './endpoint-view.js';

interface TroubleProps {
  endpoint: EndpointView;
  waiting: string;
  /** Where failed deliveries are recovered; null where there are none, or for who may not. */
  recover: string | null;
}

/** What keeps events from an endpoint, and what becomes of them. */
export const Trouble = ({ endpoint, waiting, recover }: TroubleProps) => {
  const { status, statusReason, statusSince, failingSince, failures, lastAnswer } = endpoint;
  if (status === 'disabled') {
    return (
      <Notice
        tone="bad"
        title={`Disabled, because ${statusReason ? DISABLED_BECAUSE[statusReason] : 'it failed'}`}
      >
        Since <Time at={statusSince} exact />, what happens is kept for it, up to 30 days, and sent once it is
        active again. What failed before can be recovered then.
      </Notice>
    );
  }
  if (status === 'paused') {
    return (
      <Notice tone="waiting" title="Paused">
        Since <Time at={statusSince} exact />, what happens is kept for it, up to 30 days, and sent once it is
        active again.
      </Notice>
    );
  }
  if (failingSince === null) return null;
  return (
    <Notice
      tone="bad"
      title={`${failures === 1 ? 'The last attempt' : `The last ${failures} attempts`} failed${lastAnswer ? `: ${answerWords(lastAnswer)}` : ''}`}
    >
      Failing since <Time at={failingSince} exact />. <NextTries {...{ endpoint, waiting, recover }} /> If
      this goes on for five days, the endpoint is disabled.
    </Notice>
  );
};

const NextTries = ({ endpoint: { nextProbeAt }, waiting, recover }: TroubleProps) => {
  if (nextProbeAt !== null) {
    return (
      <>
        One delivery at a time is sent to see whether it is back, the next one <Time at={nextProbeAt} />; the
        others wait and use up no attempts.
      </>
    );
  }
  if (waiting !== '0') return <>Each delivery is tried again on its schedule.</>;
  return (
    <>
      Nothing is tried again by itself:{' '}
      {recover === null ? (
        'failed deliveries can be recovered'
      ) : (
        <a href={recover}>recover failed deliveries</a>
      )}{' '}
      once it is back.
    </>
  );
};
