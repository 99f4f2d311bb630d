import { type MappedIntake, storableRows } from './intake-rows.js';
import { mapContact } from './map-contact.js';
import { type MappingRules, NO_RULES } from './mapping-rules.js';
import { readMappingRules } from './read-mapping-rules.js';

const FORM = {
  field_mappings: [
    { source: 'phone', target: 'phone', transform: 'phone' },
    { source: 'name', target: 'firstName', transform: null },
  ],
  static_values: [
    { target: 'company', value: 'Acme', override: false },
    { target: 'firstName', value: 'Somebody', override: false },
  ],
};

function rulesOf(onDuplicate: string): MappingRules {
  const read = readMappingRules({ ...FORM, on_duplicate: onDuplicate });
  if ('issues' in read) throw new Error(JSON.stringify(read.issues));
  return { ...NO_RULES, ...read.rules };
}

function submitted(mappingId: string, phone: string, onDuplicate = 'overwrite'): MappedIntake {
  const payload = { phone, name: 'Ada' };
  const rules = rulesOf(onDuplicate);
  const caller = { organizationId: 'acme', keyId: '', keyName: '', scopes: [], mappingId };
  const body = { payload, contentType: 'application/json', text: JSON.stringify(payload) };
  const receivedAt = new Date(0);
  return {
    intake: { organizationId: 'acme', mappingId, id: phone, caller, receivedAt, replayOf: null, body },
    mapping: { version: 1, rules },
    mapped: mapContact(rules, payload, { defaultCountry: 'US' }),
    phone,
  };
}

function stored(...intakes: MappedIntake[]): [Record<string, unknown>[], Record<string, unknown>[]] {
  const [kinds, rows] = storableRows(
    intakes.map((mapped) => ({ mapped, contactId: 'c', eventId: 'e', durationMs: 1 })),
  );
  return [JSON.parse(kinds), JSON.parse(rows)];
}

describe('requests as the storing statement takes them', () => {
  it('say once what the submissions of one form have in common', () => {
    const [kinds, rows] = stored(
      submitted('web', '+12125550101'),
      submitted('ads', '+12125550102'),
      submitted('web', '+12125550103'),
    );
    expect(kinds.map(({ mapping_id: mapping }) => mapping)).toEqual(['web', 'ads']);
    expect(rows.map(({ kind, number }) => [kind, number])).toEqual([
      [1, '+12125550101'],
      [2, '+12125550102'],
      [1, '+12125550103'],
    ]);
  });

  it('bring no value that another one of the same request is written over', () => {
    const [, [overwritten]] = stored(submitted('web', '+12125550101'));
    expect(overwritten).toMatchObject({ strong_first_name: 'Ada', weak_company: 'Acme' });
    expect(overwritten).not.toHaveProperty('weak_first_name');
  });

  it('bring the payload as what fills gaps where a contact keeps what it has', () => {
    const [, [filling]] = stored(submitted('web', '+12125550101', 'fill_missing'));
    expect(filling).toMatchObject({ weak_first_name: 'Ada', weak_company: 'Acme' });
    expect(filling).not.toHaveProperty('strong_first_name');
  });
});
