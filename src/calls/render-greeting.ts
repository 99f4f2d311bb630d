import { PLACEHOLDER } from '../agents/prompt-variables.js';

/**
 * Fills `{{name}}` in an agent's greeting. Unknown and empty variables leave nothing behind, not even the space before
 * a comma (`Hi {{first_name}}, …`). A value is spoken as it is: braces and markup in it are text.
 */
export function renderGreeting(greeting: string, variables: Readonly<Record<string, unknown>>): string {
  return greeting
    .replaceAll(PLACEHOLDER, (_, name: string) => spoken(variables, name))
    .replaceAll(/[ \t]+([,.!?;:])/g, '$1')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim();
}

/** Only texts, numbers and truth values can be said. */
function spoken(variables: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
