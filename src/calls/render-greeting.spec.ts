import { renderGreeting } from './render-greeting.js';

const ada = { first_name: 'Ada', plan: 'Pro', seats: 3, trial: true, tags: ['a'], nothing: null, empty: '' };

describe('a greeting', () => {
  it.each([
    ['Hi {{first_name}}!', 'Hi Ada!'],
    ['Hi {{ first_name }}, about {{plan}}', 'Hi Ada, about Pro'],
    ['{{seats}} seats, trial: {{trial}}', '3 seats, trial: true'],
    ['Hi {{last_name}}, this is Ava.', 'Hi, this is Ava.'],
    ['Hello {{nothing}} {{empty}} there', 'Hello there'],
    ['{{tags}}Hello', 'Hello'],
    ['{{last_name}}', ''],
    ['{{first_name}}{{first_name}}', 'AdaAda'],
    ['{first_name} {{first name}} {{}}', '{first_name} {{first name}} {{}}'],
    ['{{constructor}}{{__proto__}}{{toString}}Hello', 'Hello'],
    ['', ''],
  ])('%p is said as %p', (greeting, said) => {
    expect(renderGreeting(greeting, ada)).toBe(said);
  });

  it.each(['{{plan}}', '$&$1', '<Hangup/>', '"&\''])('a value is said as it is: %p', (value) => {
    expect(renderGreeting('{{x}}', { x: value, plan: 'Pro' })).toBe(value);
  });
});
