import type { SampleField } from '../../views/webhook-mappings/sample.js';
import { payloadFixtures } from '../../test/support/payload-fixtures.js';
import { readIntakeBody } from './intake-body.adapter.js';
import { sampleTree } from './sample-tree.js';
import { parseSourcePath, resolveSource } from './source-path.js';

const flat = (fields: readonly SampleField[]): SampleField[] =>
  fields.flatMap((field) => [field, ...flat(field.fields)]);

describe.each(payloadFixtures)('the tree of a sample from $name', ({ contentType, body }) => {
  it('has a source for every value, which reads it', async () => {
    const payload = await readIntakeBody(contentType, body);
    for (const { path, value } of flat(sampleTree(payload, [], []).fields)) {
      if (value === null) continue;
      expect(resolveSource(parseSourcePath(path ?? ''), payload)).toMatchObject({ found: true });
    }
  });
});

describe('the tree of a sample', () => {
  it('calls answers by their names, and lists of texts can be taken as a whole', () => {
    const payload = { answers: [{ name: 'time', values: ['am', 'pm'] }], 'a.b': '' };
    const [answers, plain] = sampleTree(payload, [], []).fields;
    expect(answers?.fields[0]?.label).toBe('time');
    expect(answers?.fields[0]?.fields[0]).toMatchObject({
      label: 'values',
      path: 'answers[name=time].values',
      fields: [
        { label: '[0]', path: 'answers[name=time].values[0]', value: 'am' },
        { label: '[1]', value: 'pm' },
      ],
    });
    expect(plain).toMatchObject({ label: 'a.b', path: 'a.b', value: '(empty)' });
  });

  it('marks what rows read, however they spell it', () => {
    const payload = { lead: { phones: [{ number: '1' }] } };
    const rows = [
      { source: 'lead.phones.0.number', target: 'phone' },
      { source: 'lead[phones][0].number', target: 'variables.raw' },
      { source: 'lead.phones[1].number', target: 'email' },
      { source: '', target: 'company' },
    ];
    const number = flat(sampleTree(payload, rows, []).fields).find(({ label }) => label === 'number');
    expect(number?.targets).toEqual(['phone', 'variables.raw']);
  });

  it('opens what is mapped, suggested or small, and ends somewhere', () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`field_${index}`, index]));
    const payload = { few: { a: 1 }, mapped: { ...many }, rest: many };
    const { fields, isCut } = sampleTree(payload, [{ source: 'mapped.field_7', target: 'crmId' }], []);
    expect(fields.map(({ label, isOpen }) => [label, isOpen])).toEqual([
      ['few', true],
      ['mapped', true],
    ]);
    expect(isCut).toBe(true);
    expect(flat(fields)).toHaveLength(302);
    const [closed] = sampleTree({ many }, [], []).fields;
    expect(closed?.isOpen).toBe(false);
    expect(sampleTree({ many }, [], ['many.field_3']).fields[0]?.isOpen).toBe(true);
  });
});
