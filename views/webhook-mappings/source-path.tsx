import { Parts } from '../shared/parts.js';

/** A path such as `form.answers[field.ref=email].email`; it breaks before its steps, never within a name. */
export const SourcePath = ({ path }: { path: string }) => (
  <code class="path">
    <Parts of={stepsOf(path)} />
  </code>
);

/** As much as stands beside a value without a line of its own. */
const LONGEST_TAIL = 32;
/** As much of a source as its field shows. */
const SHOWN = 36;

/** The end of a path whose beginning alone fits into its field: the end is what tells it from others. */
export function tailOf(path: string): string | null {
  if (path.length <= SHOWN) return null;
  let tail = '';
  for (const step of stepsOf(path).toReversed()) {
    if (tail !== '' && tail.length + step.length > LONGEST_TAIL) break;
    tail = step + tail;
  }
  return tail === path ? null : `…${tail.replace(/^\./, '')}`;
}

const stepsOf = (path: string): readonly string[] => path.match(/\[[^\]]*\]?|\.?[^.[]+|\./g) ?? [path];
