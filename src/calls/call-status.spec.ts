import { CALL_STATUSES, canMove, isFinal, LIVE_STATUSES, type CallStatus } from './call-status.js';

/** The contract's table, written out once more. */
const TABLE: Record<CallStatus, string> = {
  scheduled: 'queued canceled',
  queued: 'ringing in-progress completed busy no-answer failed canceled',
  ringing: 'in-progress completed busy no-answer failed canceled',
  'in-progress': 'completed failed',
  completed: '',
  busy: '',
  'no-answer': '',
  failed: '',
  canceled: '',
};

describe('call statuses', () => {
  it.each(CALL_STATUSES)('%s goes on as the contract says, and nowhere else', (from) => {
    const successors = CALL_STATUSES.filter((to) => canMove(from, to));
    expect(successors).toEqual(CALL_STATUSES.filter((to) => TABLE[from].split(' ').includes(to)));
  });

  it('five of them are final', () => {
    expect(CALL_STATUSES.filter(isFinal)).toEqual(['completed', 'busy', 'no-answer', 'failed', 'canceled']);
  });

  it('the live ones count towards the concurrency limit', () => {
    expect(LIVE_STATUSES).toEqual(CALL_STATUSES.filter((one) => !isFinal(one) && one !== 'scheduled'));
  });
});
