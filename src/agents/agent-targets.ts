import { judgeTarget } from '../common/address-policy.js';
import type { Issue } from '../common/app-error.js';
import { mayCall } from '../common/may-call.js';
import type { ChangeAgentDto } from './agent.dto.js';

/** How far an organization's agents may reach. */
export interface Reach {
  /** ISO 3166-1 alpha-2. */
  allowedCountries: readonly string[];
  /** The development setting that lets any address through. */
  allowPrivateTargets: boolean;
}

/** The parts of an agent that reach elsewhere. */
export type Targets = Pick<ChangeAgentDto, 'http_tools' | 'transfer_destinations' | 'post_call_actions'>;

/** What is wrong with the addresses and numbers of an agent; an address may hold a secret and is not repeated. */
export function targetIssues(
  {
    http_tools: tools = [],
    transfer_destinations: destinations = [],
    post_call_actions: actions = [],
  }: Targets,
  { allowedCountries, allowPrivateTargets }: Reach,
): Issue[] {
  const urlIssue = (field: string, url: string): Issue[] => {
    const target = judgeTarget(url, allowPrivateTargets);
    return target.ok ? [] : [{ field, in: 'body', issue: target.message }];
  };
  return [
    ...tools.flatMap(({ url }, place) => urlIssue(`http_tools[${place}].url`, url)),
    ...destinations.flatMap(({ phone }, place): Issue[] =>
      mayCall(phone, allowedCountries) ? [] : [notCallable(place, phone)],
    ),
    ...actions.flatMap((action, place) =>
      action.type === 'http_request' ? urlIssue(`post_call_actions[${place}].url`, action.url) : [],
    ),
  ];
}

const notCallable = (place: number, phone: string): Issue => ({
  field: `transfer_destinations[${place}].phone`,
  in: 'body',
  issue: 'must be a number that the organization may call',
  received: phone,
});
