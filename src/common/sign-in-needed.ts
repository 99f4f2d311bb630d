/** Nobody is signed in; the answer sends the browser to the sign-in page and, from there, back. */
export class SignInNeeded extends Error {
  constructor(readonly from: string | undefined) {
    super('nobody is signed in');
  }
}

/** The sign-in page, that leads back to where one was going. */
export const signInPath = (from: string | undefined): string =>
  from === undefined || from === '/settings'
    ? '/settings/sign-in'
    : `/settings/sign-in?next=${encodeURIComponent(from)}`;
