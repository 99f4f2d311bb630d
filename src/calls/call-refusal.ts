import { AppError, InvalidRequest } from '../common/app-error.js';

/** Why a call was not started, at the field that can change it, in words for who filled it in. */
const BESIDE: Readonly<Record<string, readonly [field: string, issue: string]>> = {
  agent_not_found: ['agentId', 'this agent does not exist any more'],
  agent_inactive: ['agentId', 'this agent is switched off; activate it first'],
  agent_without_number: [
    'agentId',
    'neither this agent nor the organization has a number to call from; add one under Phone numbers',
  ],
  destination_not_allowed: [
    'phoneNumber',
    'this kind of number or its country is not called; Organization says which countries are',
  ],
  recipient_blocked: ['phoneNumber', 'this number is on the do-not-call list'],
  contact_not_found: ['phoneNumber', 'only contacts are called, and none has this number'],
};

/** A refusal to call as a problem of a form's field; other failures as they are. */
export function besideItsField(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'concurrency_limit_reached') {
    const text = 'All lines are taken: as many calls are going on as may. Try again when one has ended';
    return new AppError(409, error.code, text);
  }
  const [field, issue] = BESIDE[error.code] ?? [];
  return field && issue ? new InvalidRequest(error.message, [{ field, in: 'body', issue }]) : error;
}
