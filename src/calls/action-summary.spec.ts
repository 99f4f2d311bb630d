import { summarizeActions, type ActionOutcome } from './action-summary.js';

const action = (status: ActionOutcome['status'], type = 'webhook', error: string | null = null) => ({
  type,
  status,
  error,
});

describe('the summary of actions', () => {
  it('of a call without actions says so', () => {
    expect(summarizeActions([])).toEqual({
      total: 0,
      succeeded: 0,
      failed: 0,
      pending: 0,
      skipped: 0,
      byType: {},
      firstError: null,
      text: 'No actions',
    });
  });

  it('counts by outcome and type, and names the first error', () => {
    const summary = summarizeActions([
      action('succeeded', 'tag'),
      action('failed', 'webhook', 'timeout'),
      action('failed', 'webhook', 'refused'),
      action('running', 'transfer'),
      action('pending'),
      action('skipped', 'tag'),
    ]);
    expect(summary).toEqual({
      total: 6,
      succeeded: 1,
      failed: 2,
      pending: 2,
      skipped: 1,
      byType: { tag: 2, webhook: 3, transfer: 1 },
      firstError: 'timeout',
      text: '6 actions: 1 succeeded, 2 failed, 2 pending, 1 skipped',
    });
  });

  it.each([
    [[action('succeeded')], '1 action: 1 succeeded'],
    [[action('failed'), action('failed')], '2 actions: 2 failed'],
  ])('%j is "%s"', (actions, text) => {
    expect(summarizeActions(actions).text).toBe(text);
  });

  it('takes no error of an action that did not fail, and passes over a failure without one', () => {
    const actions = [
      action('skipped', 'tag', 'not needed'),
      action('failed'),
      action('failed', 'tag', 'why'),
    ];
    expect(summarizeActions(actions).firstError).toBe('why');
  });
});
