import type { FormProblem } from './field.js';

/** Above a form that was refused: takes the focus, and leads to each field that needs attention. */
export const ErrorSummary = ({ problems }: { problems: readonly FormProblem[] }) =>
  problems.length === 0 ? null : (
    <div class="error-summary" role="alert" tabIndex={-1} autoFocus data-focus>
      <h2>{problems.length === 1 ? 'One thing needs attention' : 'Some things need attention'}</h2>
      <ul>
        {problems.map(({ field, text }) => (
          <li>{field === null ? text : <a href={`#${field}`}>{`${nameOf(field)}: ${text}`}</a>}</li>
        ))}
      </ul>
    </div>
  );

const nameOf = (field: string): string =>
  field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ').replace(/ id$/, '');
