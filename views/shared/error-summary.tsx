import type { FormProblem } from './field.js';

/** Above a form that was refused: takes the focus, and leads to each field that needs attention. */
export const ErrorSummary = ({ problems }: { problems: readonly FormProblem[] }) =>
  problems.length === 0 ? null : (
    <div class="error-summary" role="alert" tabIndex={-1} autoFocus data-focus>
      <h2>{problems.length === 1 ? 'One thing needs attention' : 'Some things need attention'}</h2>
      <ul>
        {problems.map(({ field, text }) => (
          <li>
            {field === null ? text : <a href={`#${field}`}>{`${LABELS[field] ?? nameOf(field)}: ${text}`}</a>}
          </li>
        ))}
      </ul>
    </div>
  );

/** Fields whose labels say something else than their names. */
const LABELS: Readonly<Record<string, string>> = {
  confirm: 'Confirmation',
  file: 'CSV file',
  scopes: 'What it may do',
};

/** `http_tools[0].url` is `HTTP tools 1, URL`. */
const nameOf = (field: string): string => {
  const words = field
    .replaceAll(/\[(\d+)\]/g, (_, place: string) => ` ${Number(place) + 1}`)
    .replaceAll('.', ', ')
    .replaceAll(/[a-z](?=[A-Z])/g, '$& ')
    .replaceAll('_', ' ')
    .replace(/ id$/, '')
    .toLowerCase()
    .replaceAll(/\b(?:http|url|api|llm|sid)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};
