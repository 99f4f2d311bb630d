import { AppError, Conflict, Forbidden, InvalidRequest, NotFound } from '../common/app-error.js';
import { mayCall } from '../common/may-call.js';

/** What decides whether a call may be started, read while the organization is locked. */
export interface Situation {
  agentStatus: 'active' | 'inactive' | null;
  allowedCountries: readonly string[];
  isOnDoNotCallList: boolean;
  requireExistingContact: boolean;
  hasContact: boolean;
  liveCalls: number;
  maxConcurrentCalls: number;
  /** The asked number if it is the organization's, else the agent's own, else the organization's default. */
  askedNumber: string | null;
  agentNumber: string | null;
  defaultNumber: string | null;
}

export interface CallRequest {
  phoneNumber: string;
  fromNumber?: string;
}

type Rule = readonly [
  holds: (situation: Situation, request: CallRequest) => boolean,
  refusal: () => AppError,
];

/** Seconds after which one of the live calls may well be over. */
const RETRY_AFTER_SECONDS = 10;

/** In this order; the first that does not hold is what the caller is told. */
const RULES: readonly Rule[] = [
  [({ agentStatus }) => agentStatus !== null, () => new NotFound('Agent')],
  [
    ({ agentStatus }) => agentStatus === 'active',
    () => new Conflict('agent_inactive', 'Agent is not active'),
  ],
  [
    ({ allowedCountries }, { phoneNumber }) => mayCall(phoneNumber, allowedCountries),
    () => new Forbidden('destination_not_allowed', 'Destination not allowed'),
  ],
  [
    ({ isOnDoNotCallList }) => !isOnDoNotCallList,
    () => new Forbidden('recipient_blocked', 'Contact is on the do-not-call list'),
  ],
  [
    ({ requireExistingContact, hasContact }) => hasContact || !requireExistingContact,
    () => new NotFound('Contact'),
  ],
  [
    ({ liveCalls, maxConcurrentCalls }) => liveCalls < maxConcurrentCalls,
    () =>
      new AppError(429, 'concurrency_limit_reached', 'Concurrent call limit reached', [], {
        'Retry-After': String(RETRY_AFTER_SECONDS),
      }),
  ],
  [
    ({ askedNumber }, { fromNumber }) => fromNumber === undefined || askedNumber !== null,
    () =>
      new InvalidRequest('Invalid fromNumber', [
        { field: 'fromNumber', in: 'body', issue: 'must be one of the organization’s numbers' },
      ]),
  ],
  [
    (situation) => callingNumber(situation) !== null,
    () => new Conflict('agent_without_number', 'Agent has no phone number'),
  ],
];

/** Why the call may not be started; null when it may. */
export function refusalOf(situation: Situation, request: CallRequest): AppError | null {
  const broken = RULES.find(([holds]) => !holds(situation, request));
  return broken ? broken[1]() : null;
}

/** The number that calls. */
export const callingNumber = (numbers: Pick<Situation, 'askedNumber' | 'agentNumber' | 'defaultNumber'>) =>
  numbers.askedNumber ?? numbers.agentNumber ?? numbers.defaultNumber;
