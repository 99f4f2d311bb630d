import { usedVariables, variableNames } from './prompt-variables.js';

describe('the variables in an agent’s words', () => {
  it.each([
    ['first_name', 'known', null],
    ['plan', 'own', null],
    ['lead.score', 'own', null],
    ['firstName', 'misspelt', 'first_name'],
    ['frist_name', 'misspelt', 'first_name'],
    ['first name', 'broken', 'first_name'],
    ['', 'broken', null],
    ['<b>', 'broken', null],
  ])('{{%s}} is %s', (name, kind, meant) => {
    expect(usedVariables(`Hi {{${name}}}.`)).toEqual([{ name, kind, meant }]);
  });

  it('are told once, in the order of the texts', () => {
    expect(usedVariables('{{plan}} {{ first_name }}', 'Hi {{first_name}}').map(({ name }) => name)).toEqual([
      'plan',
      'first_name',
    ]);
  });

  it('are asked for by the names that are filled in', () => {
    expect(variableNames('{{plan}} and {{no name}}', '{{ plan }} {{a-b}}')).toEqual(['plan', 'a-b']);
  });
});
