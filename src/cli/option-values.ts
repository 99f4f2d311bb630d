/** What was typed, as the value it stands for; what stands for none is left as it is, for the rules to refuse. */

type Typed = string | undefined;

export const asBoolean = (text: Typed): boolean | Typed =>
  text === 'true' || text === 'false' ? text === 'true' : text;

export const asNumber = (text: Typed): number | Typed =>
  text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;

/** `calls:read, agents:read` as two texts. */
export const asList = (text: Typed): string[] | undefined =>
  text
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `30d`, `12h`, `90m` or `2w` after `now` as an instant; any other text is left to be read as an instant. */
export function asExpiry(text: Typed, now: Date): Typed {
  const [, amount, unit] = /^(\d{1,5})([mhdw])$/.exec(text ?? '') ?? [];
  return unit === undefined
    ? text
    : new Date(now.getTime() + Number(amount) * UNITS[unit as keyof typeof UNITS]).toISOString();
}
