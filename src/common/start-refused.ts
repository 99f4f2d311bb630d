/** The service will not start, for a reason that the operator can mend; the message says how. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
