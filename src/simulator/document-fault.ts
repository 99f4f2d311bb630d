import { ENDINGS, type Ending } from './carrier-call.js';

/** Instructions could not be had. The call ends so, unless a fallback helps. */
export class DocumentFault extends Error {
  constructor(
    readonly ending: Ending,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A fault of the application on a call that was answered. */
export const applicationFault = (code: number, message: string): DocumentFault =>
  new DocumentFault({ status: 'failed', sipCode: 200, error: { code, message } }, code, message);

/** Nobody could be asked for instructions. Seen on real calls: the other end hears a busy tone, and so it ends. */
export function unreachableFault(): DocumentFault {
  const error = { code: 11200, message: 'HTTP retrieval failure' };
  return new DocumentFault({ ...ENDINGS.busy, error }, error.code, error.message);
}
