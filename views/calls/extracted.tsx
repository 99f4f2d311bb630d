import { Status, type Tone } from '../shared/status.js';
import { Table } from '../shared/table.js';
import type { CallShown, Extracted } from './call-shown.js';

const VALIDITIES: Record<Extracted['status'], { tone: Tone; word: string }> = {
  valid: { tone: 'good', word: 'Valid' },
  invalid: { tone: 'bad', word: 'Does not follow its schema' },
  not_found: { tone: 'off', word: 'Not found' },
  skipped: { tone: 'off', word: 'Skipped' },
  error: { tone: 'bad', word: 'Failed' },
};

/** The data that was looked for in the conversation, field by field. */
export const ExtractedData = ({ call }: { call: CallShown }) => {
  const results = Object.entries(call.structured_data_results ?? {});
  return results.length === 0 ? null : (
    <section>
      <h2 id="data">Structured data</h2>
      {results.map(([name, extracted]) => (
        <div class="extracted">
          <p>
            <strong>{name}</strong> <small>{`schema version ${extracted.schema_version}`}</small>{' '}
            <Status {...VALIDITIES[extracted.status]} />
          </p>
          <Values name={name} result={extracted.result} />
          {extracted.errors.map((error) => (
            <p class="problem">{problemText(error)}</p>
          ))}
        </div>
      ))}
    </section>
  );
};

const Values = ({ name, result }: { name: string; result: unknown }) => {
  if (result === null) return null;
  const fields = typeof result === 'object' ? Object.entries(result) : [['value', result] as const];
  return (
    <Table caption={`Data of ${name}`} columns={['Field', 'Value']}>
      {fields.map(([field, value]) => (
        <tr>
          <th scope="row">{field}</th>
          <td class="wrap value">{typeof value === 'string' ? value : JSON.stringify(value)}</td>
        </tr>
      ))}
    </Table>
  );
};

/** `/seats must be integer`: as the validator says it. */
function problemText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { instancePath, message } = error as { instancePath?: unknown; message?: unknown };
  const words = [instancePath, message].filter((part) => typeof part === 'string' && part !== '');
  return words.length > 0 ? words.join(' ') : JSON.stringify(error);
}
