/** Why a call ended, in a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  'customer-ended-call': 'The customer hung up.',
  'agent-ended-call': 'The agent said goodbye and hung up.',
  'call-transferred': 'A person took the call over.',
  voicemail: 'A voicemail answered.',
  'ivr-reached': 'A phone menu answered.',
  'silence-timed-out': 'The customer stayed silent.',
  'exceeded-max-duration': 'It reached the longest duration allowed.',
  'manually-ended': 'It was ended by hand.',
  'manually-canceled': 'It was cancelled by hand.',
  'customer-opted-out': 'The customer asked not to be called any more.',
  'llm-failed': 'The language model failed.',
  'connection-lost': 'The connection to the carrier broke.',
  'worker-lost': 'The process that held the call was lost.',
  'transfer-failed': 'The transfer did not come about.',
  'customer-busy': 'The line was busy.',
  'customer-did-not-answer': 'Nobody answered.',
  'customer-declined': 'The customer declined the call.',
  'invalid-destination': 'The number cannot be reached.',
  'provider-rejected': 'The carrier refused the call.',
  'provider-unavailable': 'The carrier could not be reached.',
  'concurrency-limit-reached': 'Too many calls were going on at once.',
  'unknown-error': 'Nobody can say what went wrong.',
  'blocked-do-not-call': 'The number was put on the do-not-call list before it was dialled.',
  'agent-not-available': 'The agent was switched off.',
  'dial-outcome-unknown': 'The carrier did not say whether it placed the call.',
};

/** What somebody did who ended it by hand. */
const BY_HAND: Readonly<Record<string, string>> = {
  'manually-ended': 'Ended',
  'manually-canceled': 'Cancelled',
};

/** `endedBy`: who asked for its end, where that was kept. */
export function reasonText(reason: string | null, endedBy: string | null = null): string | null {
  if (reason === null) return null;
  const deed = BY_HAND[reason];
  if (deed !== undefined && endedBy !== null) return `${deed} by ${endedBy}.`;
  return REASONS[reason] ?? `${reason.replaceAll('-', ' ')}.`;
}
