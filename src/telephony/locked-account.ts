import type { CarrierAccess, PlaceCallOutcome } from './carrier.js';

const MESSAGE = 'The token of the account was forgotten, or cannot be read';

const UNREACHABLE = { kind: 'unreachable', message: MESSAGE } as const;

const NOT_DIALLED: PlaceCallOutcome = {
  kind: 'not-sent',
  cause: 'unreachable',
  message: MESSAGE,
  retryAfterSeconds: null,
};

/** An account without a token: it can be asked for nothing, and nothing that comes is believed to be the carrier's. */
export const lockedAccount = (name: string): CarrierAccess => ({
  name,
  accountId: '',
  place: () => Promise.resolve(NOT_DIALLED),
  cancel: () => Promise.resolve('unreachable'),
  hangUp: () => Promise.resolve('unreachable'),
  fetch: () => Promise.resolve(UNREACHABLE),
  checkAccess: () => Promise.resolve(UNREACHABLE),
  findCalls: () => Promise.resolve(UNREACHABLE),
  openRecording: () => Promise.resolve({ kind: 'not-found' }),
  deleteRecording: () => Promise.resolve('unreachable'),
  startRecording: () => Promise.resolve('refused'),
  findRecordings: () => Promise.resolve(UNREACHABLE),
  fetchSoundQuality: () => Promise.resolve(UNREACHABLE),
  connectNumber: () => Promise.resolve(UNREACHABLE),
  listNumbers: () => Promise.resolve(UNREACHABLE),
  verifyCallback: () => null,
  verifyUpgrade: () => false,
});
