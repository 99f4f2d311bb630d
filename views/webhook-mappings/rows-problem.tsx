import type { FormProblem } from '../shared/field.js';

/** What is wrong with rows, below them. */
export const RowsProblem = ({ at, problems }: { at: string; problems: readonly FormProblem[] }) => {
  const text = problems.find(({ field }) => field === at)?.text;
  return text === undefined ? null : <p class="problem">{text}</p>;
};
