import type { AppError } from './app-error.js';

/** What a person can do about a failure, by its code, else its status. */
const ADVICE: Record<string, string> = {
  form_expired: 'Go back, reload the page and send the form again. Nothing was changed.',
  viewer: 'Ask an owner or admin of the organization.',
  '404': 'It was removed, or the address is wrong, or it belongs to another organization.',
  '429': 'Wait a minute and try again.',
  '503': 'Try again in a moment. Nothing was changed.',
  '500': 'The log of the service says more; the request’s id below finds it.',
};

const TITLES: Record<string, string> = { '429': 'Too many attempts', '500': 'Something went wrong' };

/** A failure in words for a person. */
export const errorPageOf = ({ status, code, message }: AppError, requestId: string) => ({
  status,
  title: TITLES[status] ?? message,
  advice: ADVICE[code] ?? ADVICE[status] ?? 'Nothing was changed. Go back and try again.',
  requestId,
});
