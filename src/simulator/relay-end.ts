import type { Params } from './signature.js';

/** How a relay session ended, as the `<Connect>`'s action is told. */
export type RelayEnd =
  /** The application sent `end`. */
  | { readonly status: 'ended'; readonly handoffData: string | undefined }
  /** The call ended. */
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly code: number; readonly message: string };

export const COMPLETED: RelayEnd = { status: 'completed' };
/** The socket is gone, whoever closed it. */
export const SOCKET_ENDED: RelayEnd = { status: 'failed', code: 64105, message: 'Websocket ended' };
/** No socket could be opened; a handshake that was refused looks the same. */
export const NO_SOCKET: RelayEnd = {
  status: 'failed',
  code: 64102,
  message: 'Unable to connect to websocket',
};

/** What the end of a relay adds to the request for the next instructions. */
export const relayParams = (sessionId: string, seconds: number, end: RelayEnd): Params => ({
  SessionId: sessionId,
  SessionStatus: end.status,
  SessionDuration: String(seconds),
  ...(end.status === 'ended' && end.handoffData !== undefined ? { HandoffData: end.handoffData } : {}),
  ...(end.status === 'failed' ? { ErrorCode: String(end.code), ErrorMessage: end.message } : {}),
});
