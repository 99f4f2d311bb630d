import * as fc from 'fast-check';
import { stepsBetween, textDifference, type Difference } from './text-diff.js';

const MARKS = { same: ' ', removed: '-', added: '+' };

/** As a difference is usually written; words that differ stand in brackets. */
const written = (difference: Difference): string[] =>
  difference.map((line) =>
    line.kind === 'skipped'
      ? `… ${line.lines}`
      : MARKS[line.kind] + line.parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''),
  );

const words = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

describe('the steps between two lists', () => {
  it('give the one without what was added, and the other without what was removed', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const steps = stepsBetween(before, after);
        const without = (kind: string) => steps.filter((step) => step.kind !== kind).map(({ text }) => text);
        expect(without('added')).toEqual(before);
        expect(without('removed')).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it('keep as much as any way could', () => {
    const longest = (a: string[], b: string[]): number => {
      const [first, ...rest] = a;
      if (first === undefined || b.length === 0) return 0;
      const place = b.indexOf(first);
      const taken = place < 0 ? 0 : 1 + longest(rest, b.slice(place + 1));
      return Math.max(taken, longest(rest, b));
    };
    const short = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
    fc.assert(
      fc.property(short, short, (before, after) => {
        const kept = stepsBetween(before, after).filter(({ kind }) => kind === 'same');
        expect(kept).toHaveLength(longest(before, after));
      }),
      { numRuns: 300 },
    );
  });

  it('replace the whole where comparing would take too long', () => {
    const before = Array.from({ length: 1_500 }, (_, index) => `old ${index}`);
    const after = Array.from({ length: 1_500 }, (_, index) => `new ${index}`);
    const steps = stepsBetween(['same', ...before, 'end'], ['same', ...after, 'end']);
    expect(steps).toHaveLength(3_002);
    expect(steps.slice(0, 2).map(({ kind }) => kind)).toEqual(['same', 'removed']);
    expect(steps.at(-1)).toEqual({ kind: 'same', text: 'end' });
  });
});

describe('the difference of two texts', () => {
  it.each<[string, string, string, string[]]>([
    ['equal texts', 'a\nb', 'a\nb', ['… 2']],
    [
      'a changed word',
      'You are Ava from Acme.',
      'You are Ada from Acme.',
      ['-You are [Ava ]from Acme.', '+You are [Ada ]from Acme.'],
    ],
    ['a new line', 'one\ntwo', 'one\nand\ntwo', [' one', '+and', ' two']],
    ['a line less', 'one\nand\ntwo', 'one\ntwo', [' one', '-and', ' two']],
    [
      'lines far from the change',
      '1\n2\n3\n4\n5\n6\nold',
      '1\n2\n3\n4\n5\n6\nnew',
      ['… 4', ' 5', ' 6', '-old', '+new'],
    ],
    [
      'a changed line beside a new one',
      'Greet the customer.',
      'Greet the caller.\nBe kind.',
      ['-Greet the [customer.]', '+Greet the [caller.]', '+Be kind.'],
    ],
    ['unequal blocks', 'a\nb', 'x', ['-a', '-b', '+x']],
    ['markup', '<b>', '<script>', ['-<b>', '+<script>']],
  ])('shows %s', (_, before, after, lines) => {
    expect(written(textDifference(before, after))).toEqual(lines);
  });
});
