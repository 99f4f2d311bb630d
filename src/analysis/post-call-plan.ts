import type { ActionCondition, PostCallAction } from '../agents/agent-config.js';
import type { Verdict } from './analysis-answer.js';

/** The key under which a call has an action of its agent once; the place in the agent's list names it. */
const KEY = 'post_call:';

/** An action as it is noted with the call. */
interface PlannedAction {
  name: string;
  type: PostCallAction['type'];
  trigger: 'post_call';
  request: Record<string, unknown>;
  idempotencyKey: string;
  status: 'pending' | 'skipped';
}

/** What is to be done after a call that went like this, in the agent's order; the rest is noted as skipped. */
export const planActions = (actions: readonly PostCallAction[], result: Verdict): PlannedAction[] =>
  actions.map((action, place) => ({
    name: action.name,
    type: action.type,
    trigger: 'post_call',
    request: requestOf(action),
    idempotencyKey: `${KEY}${place}`,
    status: isMet(action.when, result) ? 'pending' : 'skipped',
  }));

/** The action that a key names. */
export function actionOf(actions: readonly PostCallAction[], key: string | null): PostCallAction | null {
  return key?.startsWith(KEY) ? (actions[Number(key.slice(KEY.length))] ?? null) : null;
}

const isMet = (when: ActionCondition, result: Verdict): boolean => when === 'always' || when === result;

/** What is shown of it; an address without its query, which may hold a secret. */
function requestOf(action: PostCallAction): Record<string, unknown> {
  if (action.type === 'add_tag') return { tag: action.tag };
  if (action.type === 'add_note') return { body: action.body };
  const { origin, pathname } = new URL(URL.canParse(action.url) ? action.url : 'https://invalid.invalid/');
  return { method: 'POST', url: origin + pathname };
}
