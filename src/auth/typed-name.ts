import { InvalidRequest } from '../common/app-error.js';
import type { Form } from './form.js';

/** A page shows white space as one space, whatever it is. */
const asShown = (text: string): string => text.normalize().replaceAll(/\s+/g, ' ').trim();

/**
 * What nothing brings back is done to what was named: `ConfirmPage` has its name typed.
 * @throws InvalidRequest where something else was typed
 */
export function mustBeTyped(form: Form, name: string): void {
  if (asShown(form.text('confirm')) === asShown(name)) return;
  throw new InvalidRequest('Invalid confirm', [
    { field: 'confirm', in: 'body', issue: 'must be typed exactly as it is written' },
  ]);
}
