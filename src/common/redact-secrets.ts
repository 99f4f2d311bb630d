import { isSecretName, REDACTED } from './redact-text.js';

const DEEPEST = 12;

/**
 * A JSON value as a call's record may keep it: what stands under the name of a secret is blanked, and what PostgreSQL
 * cannot hold in a text is replaced; everything else is as it was. For logs there is `redact`, which masks people's
 * numbers and addresses as well.
 */
export function redactSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '[cut]';
  if (Array.isArray(value)) return value.map((item) => redactSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      storable(name),
      isSecret(name, part) ? REDACTED : redactSecrets(part, depth + 1),
    ]),
  );
}

/** Whether there was a secret at all is worth knowing and tells nothing. */
const isSecret = (name: string, value: unknown): boolean =>
  isSecretName(name) && value !== null && typeof value !== 'boolean';

/** A text without NUL and without halves of characters. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
