import type { FormProblem } from './field.js';

interface ErrorSummaryProps {
  problems: readonly FormProblem[];
  /** What became of the form, where that is not clear. */
  title?: string;
  /**
   * How the page labels its fields, where that is not their names. For a field of each row its place is left out of the
   * key and stands as `#` in the words: `'http_tools[].url': 'HTTP tool #, Address'`.
   */
  labels?: Readonly<Record<string, string>>;
}

/** Above a form that was refused: takes the focus, and leads to each field that needs attention. */
export const ErrorSummary = ({ problems, title, labels = {} }: ErrorSummaryProps) =>
  problems.length === 0 ? null : (
    <div class="error-summary" role="alert" tabIndex={-1} autoFocus data-focus>
      <h2>{title ?? (problems.length === 1 ? 'One thing needs attention' : 'Some things need attention')}</h2>
      <ul>
        {problems.map(({ field, text, link }) => (
          <li>
            {field === null ? text : <a href={`#${field}`}>{`${labelOf(field, labels)}: ${text}`}</a>}
            {link && (
              <>
                {' '}
                <a href={link.href}>{link.label}</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );

/** Fields that are labelled alike wherever they are, but not by their names. */
const LABELS: Readonly<Record<string, string>> = {
  file: 'CSV file',
  scopes: 'What it may do',
};

/** What the page calls a field, or what its name says. */
function labelOf(field: string, labels: Readonly<Record<string, string>>): string {
  const places = Array.from(field.matchAll(/\[(\d+)\]/g), ([, place]) => Number(place) + 1);
  const label = { ...LABELS, ...labels }[field.replaceAll(/\[\d+\]/g, '[]')];
  return label?.replaceAll('#', () => String(places.shift() ?? '')) ?? nameOf(field);
}

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
