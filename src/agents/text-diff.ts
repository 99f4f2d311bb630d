/** A piece of a text and what became of it. */
export interface Step {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** A line of a difference; its parts say which words are the ones that differ. */
export interface DiffLine {
  kind: Step['kind'];
  parts: { text: string; differs: boolean }[];
}

/** Lines, and the number of equal ones that are left out between them. */
export type Difference = (DiffLine | { kind: 'skipped'; lines: number })[];

/** Beyond this many comparisons two texts are shown as one replaced by the other. */
const MOST_COMPARISONS = 1_000_000;

/** Equal lines that are shown around those that differ. */
const AROUND = 2;

/** The share of a line that has to be the same for its words to be compared. */
const LEAST_COMMON = 0.3;

/** What leads from one list to another: the longest common part stays, what is removed comes before what is added. */
export function stepsBetween(before: readonly string[], after: readonly string[]): Step[] {
  const head = commonHead(before, after);
  const tail = commonHead(before.slice(head).toReversed(), after.slice(head).toReversed());
  return [
    ...as('same', before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...as('same', before.slice(before.length - tail)),
  ];
}

/** How two texts differ, line by line and within changed lines word by word; far from any change, lines are left out. */
export const textDifference = (before: string, after: string): Difference =>
  folded(paired(stepsBetween(before.split('\n'), after.split('\n'))));

function commonHead(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

const as = (kind: Step['kind'], texts: readonly string[]): Step[] => texts.map((text) => ({ kind, text }));

function middle(before: readonly string[], after: readonly string[]): Step[] {
  if (before.length * after.length > MOST_COMPARISONS)
    return [...as('removed', before), ...as('added', after)];
  const common = commonLengths(before, after);
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  const steps: Step[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (old !== undefined && old === fresh) {
      steps.push({ kind: 'same', text: old });
      row++;
      column++;
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      steps.push({ kind: 'removed', text: old });
      row++;
    } else {
      steps.push({ kind: 'added', text: fresh ?? '' });
      column++;
    }
  }
  return steps;
}

/** At each row and column, the length of the longest common part of what is left from there. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  let below = new Uint32Array(after.length + 1);
  const rows = before.toReversed().map((line) => (below = rowAbove(below, line, after)));
  return [...rows.toReversed(), new Uint32Array(after.length + 1)];
}

function rowAbove(below: Uint32Array, line: string, after: readonly string[]): Uint32Array<ArrayBuffer> {
  const row = new Uint32Array(after.length + 1);
  for (let column = after.length - 1; column >= 0; column--) {
    row[column] =
      line === after[column]
        ? (below[column + 1] ?? 0) + 1
        : Math.max(below[column] ?? 0, row[column + 1] ?? 0);
  }
  return row;
}

/** A removed line and the added one in its place are compared word by word where they have enough in common. */
function paired(steps: readonly Step[]): DiffLine[] {
  const lines: DiffLine[] = [];
  for (let start = 0; start < steps.length;) {
    const removed = run(steps, start, 'removed');
    const added = run(steps, start + removed.length, 'added');
    const pairs = removed.map((step, index) => wordsBetween(step.text, added[index]?.text ?? ''));
    lines.push(...removed.map((step, index) => pairs[index]?.[0] ?? whole(step)));
    lines.push(...added.map((step, index) => pairs[index]?.[1] ?? whole(step)));
    start += removed.length + added.length;
    const same = run(steps, start, 'same');
    lines.push(...same.map(whole));
    start += same.length;
  }
  return lines;
}

function run(steps: readonly Step[], start: number, kind: Step['kind']): Step[] {
  let end = start;
  while (steps[end]?.kind === kind) end++;
  return steps.slice(start, end);
}

const whole = ({ kind, text }: Step): DiffLine => ({ kind, parts: [{ text, differs: false }] });

/** Words with the white space after them. */
const wordsOf = (line: string): string[] => line.match(/\S+\s*|\s+/g) ?? [];

/** Both lines with the words that differ; null when hardly any is the same. */
function wordsBetween(before: string, after: string): [DiffLine, DiffLine] | null {
  const steps = stepsBetween(wordsOf(before), wordsOf(after));
  const common = steps.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.length, 0);
  if (common < LEAST_COMMON * Math.max(before.length, after.length)) return null;
  const side = (kind: 'removed' | 'added'): DiffLine => ({
    kind,
    parts: joined(steps.filter((step) => step.kind === 'same' || step.kind === kind)),
  });
  return [side('removed'), side('added')];
}

/** Neighbouring words of one kind as one part. */
function joined(steps: readonly Step[]): DiffLine['parts'] {
  const parts: DiffLine['parts'] = [];
  for (const { kind, text } of steps) {
    const last = parts.at(-1);
    if (last && last.differs === (kind !== 'same')) last.text += text;
    else parts.push({ text, differs: kind !== 'same' });
  }
  return parts;
}

function folded(lines: readonly DiffLine[]): Difference {
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same');
  const difference: Difference = [];
  for (const [index, line] of lines.entries()) {
    const last = difference.at(-1);
    if (isNear(index)) difference.push(line);
    else if (last?.kind === 'skipped') last.lines++;
    else difference.push({ kind: 'skipped', lines: 1 });
  }
  return difference;
}
