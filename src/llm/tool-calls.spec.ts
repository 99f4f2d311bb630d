import { ToolCallParts, ToolCallsTooLong, type ToolCallDelta } from './tool-calls.js';

function assembled(deltas: readonly ToolCallDelta[]) {
  const parts = new ToolCallParts();
  for (const delta of deltas) parts.add(delta);
  return parts.complete(() => 'made-up');
}

describe('tool calls are put together', () => {
  it.each<[string, ToolCallDelta[], object[]]>([
    [
      'by index, with arguments in pieces',
      [
        { index: 0, id: 'a', function: { name: 'end_call', arguments: '' } },
        { index: 0, function: { arguments: '{"rea' } },
        { index: 1, id: 'b', function: { name: 'add_tag', arguments: '{"tag":"x"}' } },
        { index: 0, function: { arguments: 'son":"done"}' } },
      ],
      [
        { id: 'a', name: 'end_call', arguments: '{"reason":"done"}' },
        { id: 'b', name: 'add_tag', arguments: '{"tag":"x"}' },
      ],
    ],
    [
      'when id and name are sent every time',
      [
        { index: 0, id: 'a', function: { name: 'f', arguments: '{' } },
        { index: 0, id: 'a', function: { name: 'f', arguments: '}' } },
      ],
      [{ id: 'a', name: 'f', arguments: '{}' }],
    ],
    [
      'without an index, by their ids',
      [
        { id: 'a', function: { name: 'f', arguments: '{"n":' } },
        { function: { arguments: '1}' } },
        { id: 'b', function: { name: 'g', arguments: '{}' } },
      ],
      [
        { id: 'a', name: 'f', arguments: '{"n":1}' },
        { id: 'b', name: 'g', arguments: '{}' },
      ],
    ],
    [
      'with arguments that are an object, or missing, and no id',
      [
        { index: 0, function: { name: 'f', arguments: { n: 1 } } },
        { index: 1, function: { name: 'g' } },
      ],
      [
        { id: 'made-up', name: 'f', arguments: '{"n":1}' },
        { id: 'made-up', name: 'g', arguments: '{}' },
      ],
    ],
  ])('%s', (_, deltas, expected) => {
    expect(assembled(deltas)).toEqual(expected);
  });

  it('until they are too many or too long', () => {
    const many = Array.from({ length: 17 }, (_, index) => ({ index }));
    expect(() => assembled(many)).toThrow(ToolCallsTooLong);
    const long = { index: 0, function: { arguments: 'x'.repeat(129 * 1024) } };
    expect(() => assembled([long])).toThrow(ToolCallsTooLong);
  });
});
