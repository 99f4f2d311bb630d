/** Sentences and list items of a text, each without its dash or number. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap(
      (line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').match(/(?:"[^"]*"|[^.!?"])+[.!?]*/g) ?? [],
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Words that mean the same where somebody asks. */
const KIN: readonly (readonly string[])[] = [
  ['cost', 'price', 'pricing', 'much', 'expensive', 'dollar', 'charge', 'fee'],
  ['start', 'started', 'setup', 'begin', 'long', 'ready', 'minutes'],
  ['cancel', 'quit', 'contract', 'notice'],
  ['writing', 'brochure', 'overview', 'material', 'send', 'read'],
  ['open', 'hours', 'opening', 'closed'],
  ['where', 'address', 'located', 'street'],
];

const COMMON = new Set(
  'about after also and any anything are ask back because but can could did does for from get give have help here how into just know like look make more need not now one our out please question some something take tell than thank that the their them then there these they thing think this time very want was way what when which who will with would yes you your'.split(
    ' ',
  ),
);

/** What a text is about: its telling words, shortened so that their endings do not matter, and their kin. */
export function gistOf(text: string): Set<string> {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !COMMON.has(word));
  const kin = words.flatMap((word) =>
    KIN.filter((group) => group.some((one) => word.startsWith(one))).map((group) => `~${group[0]}`),
  );
  return new Set([...words.map((word) => word.slice(0, 5)), ...kin]);
}

/** How much two gists have in common; kin counts like a word and a half. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word));
  return shared.reduce((sum, word) => sum + (word.startsWith('~') ? 1.5 : 1), 0);
}

const DOMAIN = /([a-z0-9._+-]+)@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i;

/** An e-mail address as it is written or said: `dana dot reyes at example dot com`. */
export function emailIn(text: string): string | null {
  const written = text
    .replace(/\s+dot\s+/gi, '.')
    .replace(/\s+(?:underscore)\s+/gi, '_')
    .replace(/\s+at\s+(?=[a-z0-9-]+\.)/gi, '@');
  return DOMAIN.exec(written)?.[0].toLowerCase() ?? null;
}

/** The name that somebody gives as theirs. */
export function nameIn(text: string): { first: string; last: string | null } | null {
  const match = /\b(?:[Mm]y name is|[Tt]his is|I am|I'm)\s+([A-Z][\p{L}'-]+)(?:\s+([A-Z][\p{L}'-]+))?/u.exec(
    text,
  );
  return match?.[1] ? { first: match[1], last: match[2] ?? null } : null;
}

/** What a text says as JSON; null for none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
