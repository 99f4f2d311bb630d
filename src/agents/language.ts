import type { Reading } from '../common/readings.js';

/** A BCP 47 language tag in its canonical spelling (`en-us` becomes `en-US`). */
export function readLanguage(raw: unknown): Reading<string> {
  if (typeof raw === 'string' && /^[A-Za-z0-9-]{2,35}$/.test(raw)) {
    try {
      const [tag] = Intl.getCanonicalLocales(raw);
      if (tag) return { value: tag };
    } catch {
      // Not a well-formed tag: reported below.
    }
  }
  return { issue: 'must be a BCP 47 language tag such as en-US' };
}
