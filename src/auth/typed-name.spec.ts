import { Form } from './form.js';
import { mustBeTyped } from './typed-name.js';

const typing = (confirm: string, name: string) => () => mustBeTyped(Form.of({ confirm }), name);

describe('a name that is typed to confirm', () => {
  it.each([
    ['Leads', 'Leads'],
    ['  Leads ', 'Leads'],
    ['Ada Lovelace', 'Ada   Lovelace '],
    ['Zoe\u0308', 'Zo\u00eb'],
  ])('%j stands for %j, which a page shows alike', (typed, name) => {
    expect(typing(typed, name)).not.toThrow();
  });

  it.each([
    ['', 'Leads'],
    ['leads', 'Leads'],
    ['Lead', 'Leads'],
    ['Leads 2', 'Leads'],
  ])('%j does not stand for %j', (typed, name) => {
    expect(typing(typed, name)).toThrow('Invalid confirm');
  });
});
