import * as fc from 'fast-check';
import { anyContact, anyDraft } from '../../test/support/contact-arbitraries.js';
import { JsonObject } from '../common/json-text.js';
import { TextTarget } from './contact-targets.js';
import { ContactDraft, ContactState, mergeContact, ON_DUPLICATE } from './merge-contact.js';

type Fields = Partial<Record<TextTarget, string | null>>;

const EMPTY = {
  firstName: null,
  lastName: null,
  email: null,
  company: null,
  countryCode: null,
  timezone: null,
  crmId: null,
  crmSource: null,
};

const contact = (fields: Fields = {}, variables: JsonObject = {}, tags: string[] = []): ContactState => ({
  fields: { ...EMPTY, ...fields },
  variables,
  tags,
});

const values = (firstName?: string, variables: JsonObject = {}) => ({
  fields: firstName === undefined ? {} : { firstName },
  variables,
});

const draft = (parts: Partial<ContactDraft>): ContactDraft => ({
  mapped: values(),
  defaults: values(),
  overrides: values(),
  tags: [],
  ...parts,
});

describe('the first name of a contact after an intake', () => {
  const KEPT = 'Kept';
  const [MAPPED, PRESET, FORCED] = ['Mapped', 'Preset', 'Forced'];

  it.each([
    // existing, mapped, default, override → fill_missing, overwrite, skip
    ['none', undefined, undefined, undefined, null, null, null],
    ['none', MAPPED, undefined, undefined, MAPPED, MAPPED, MAPPED],
    ['none', undefined, PRESET, undefined, PRESET, PRESET, PRESET],
    ['none', MAPPED, PRESET, undefined, MAPPED, MAPPED, MAPPED],
    ['none', MAPPED, PRESET, FORCED, FORCED, FORCED, FORCED],
    [null, undefined, undefined, undefined, null, null, null],
    [null, MAPPED, undefined, undefined, MAPPED, MAPPED, null],
    [null, undefined, PRESET, undefined, PRESET, PRESET, null],
    [null, MAPPED, PRESET, undefined, MAPPED, MAPPED, null],
    [null, undefined, undefined, FORCED, FORCED, FORCED, null],
    ['', MAPPED, undefined, undefined, MAPPED, MAPPED, ''],
    ['', undefined, undefined, undefined, '', '', ''],
    [KEPT, undefined, undefined, undefined, KEPT, KEPT, KEPT],
    [KEPT, MAPPED, undefined, undefined, KEPT, MAPPED, KEPT],
    [KEPT, undefined, PRESET, undefined, KEPT, KEPT, KEPT],
    [KEPT, MAPPED, PRESET, undefined, KEPT, MAPPED, KEPT],
    [KEPT, undefined, undefined, FORCED, FORCED, FORCED, KEPT],
    [KEPT, MAPPED, PRESET, FORCED, FORCED, FORCED, KEPT],
  ])(
    'there %j, sent %j, default %j, override %j: fill %j, overwrite %j, skip %j',
    (there, mapped, preset, forced, ...expected) => {
      const existing = there === 'none' ? null : contact({ firstName: there });
      const brought = draft({
        mapped: values(mapped),
        defaults: values(preset),
        overrides: values(forced),
      });
      const merged = ON_DUPLICATE.map(
        (onDuplicate) => mergeContact(existing, brought, onDuplicate).contact.fields.firstName,
      );
      expect(merged).toEqual(expected);
    },
  );
});

describe('the variables of a contact after an intake', () => {
  const existing = contact({}, { plan: 'basic', seats: null, note: '' });

  it.each([
    ['fill_missing', { plan: 'basic', seats: 3, note: 'x', city: 'Ghent' }],
    ['overwrite', { plan: 'pro', seats: 3, note: 'x', city: 'Ghent' }],
    ['skip', { plan: 'basic', seats: null, note: '' }],
  ] as const)('follow %s one by one', (onDuplicate, expected) => {
    const brought = draft({
      mapped: values(undefined, { plan: 'pro', seats: 3 }),
      defaults: values(undefined, { plan: 'free', note: 'x', city: 'Ghent' }),
    });
    expect(mergeContact(existing, brought, onDuplicate).contact.variables).toEqual(expected);
  });

  it('can be named like parts of every object', () => {
    const names = JSON.parse('{"__proto__":"a","constructor":"b"}') as JsonObject;
    const { contact: merged } = mergeContact(
      contact({}, JSON.parse('{"__proto__":""}') as JsonObject),
      draft({ mapped: values(undefined, names) }),
      'fill_missing',
    );
    expect(Object.getPrototypeOf(merged.variables)).toBe(Object.prototype);
    expect(Object.entries(merged.variables)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});

describe('the tags of a contact after an intake', () => {
  it.each([
    [[], ['a', 'b'], ['a', 'b']],
    [['b'], ['a', 'b', 'c'], ['b', 'a', 'c']],
    [['b', 'a'], ['a'], ['b', 'a']],
    [['a'], ['A'], ['a', 'A']],
    [[], ['a', 'a'], ['a']],
  ])('%j and %j are %j', (there, added, expected) => {
    const merged = mergeContact(contact({}, {}, there), draft({ tags: added }), 'fill_missing');
    expect(merged.contact.tags).toEqual(expected);
    expect(mergeContact(contact({}, {}, there), draft({ tags: added }), 'skip').contact.tags).toEqual(there);
  });
});

describe('what an intake did', () => {
  it.each([
    ['created', null, { mapped: values('Ada') }],
    ['created', null, {}],
    ['updated', contact(), { mapped: values('Ada') }],
    ['unchanged', contact({ firstName: 'Ada' }), { mapped: values('Ada') }],
    ['unchanged', contact({ firstName: 'Ada' }), {}],
    ['updated', contact(), { tags: ['lead'] }],
    ['unchanged', contact({}, {}, ['lead']), { tags: ['lead'] }],
    ['updated', contact({}, { a: [1, 2] }), { overrides: values(undefined, { a: [2, 1] }) }],
    ['updated', contact({}, { a: [1] }), { overrides: values(undefined, { a: { 0: 1 } }) }],
    [
      'unchanged',
      contact({}, { a: { x: 1, y: 2 } }),
      { overrides: values(undefined, { a: { y: 2, x: 1 } }) },
    ],
  ])('is %s', (status, existing, parts) => {
    expect(mergeContact(existing, draft(parts), 'fill_missing').status).toBe(status);
  });
});

describe('any draft on any contact', () => {
  const policy = fc.constantFrom(...ON_DUPLICATE);
  const maybeContact = fc.option(anyContact);

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(maybeContact, anyDraft, policy, (existing, brought, onDuplicate) => {
        const first = mergeContact(existing, brought, onDuplicate);
        const second = mergeContact(first.contact, brought, onDuplicate);
        expect(second).toEqual({ contact: first.contact, status: 'unchanged' });
      }),
    );
  });

  it('erases nothing and takes every value from one of its sides', () => {
    fc.assert(
      fc.property(anyContact, anyDraft, policy, (existing, brought, onDuplicate) => {
        const { contact: merged } = mergeContact(existing, brought, onDuplicate);
        for (const [name, value] of Object.entries(existing.fields))
          if (value) expect(merged.fields[name as TextTarget]).toBeTruthy();
        expect(merged.tags.slice(0, existing.tags.length)).toEqual(existing.tags);
        const sides = [existing, brought.mapped, brought.defaults, brought.overrides];
        for (const [name, value] of Object.entries(merged.fields))
          expect(sides.map(({ fields }) => fields[name as TextTarget] ?? null)).toContain(value);
        for (const [name, value] of Object.entries(merged.variables)) {
          const offered = sides.flatMap(({ variables }) =>
            Object.hasOwn(variables, name) ? [variables[name]] : [],
          );
          expect(offered).toContainEqual(value);
        }
      }),
    );
  });

  it('is unchanged under skip, and unchanged exactly if nothing differs', () => {
    fc.assert(
      fc.property(anyContact, anyDraft, policy, (existing, brought, onDuplicate) => {
        const { contact: merged, status } = mergeContact(existing, brought, onDuplicate);
        if (onDuplicate === 'skip') expect(status).toBe('unchanged');
        if (status === 'unchanged') expect(merged).toEqual(existing);
        else expect(merged).not.toEqual(existing);
      }),
    );
  });
});
