import { mergeContacts, type MergeSide } from './merge-contacts.js';

const contact = (values: Partial<MergeSide> = {}): MergeSide => ({
  phone: '+13125550100',
  firstName: null,
  lastName: null,
  email: null,
  company: null,
  countryCode: null,
  timezone: null,
  crmId: null,
  crmSource: null,
  tags: [],
  variables: {},
  ...values,
});

const ada = contact({ firstName: 'Ada', email: 'ada@example.com', tags: ['vip', 'lead'] });
const other = contact({
  phone: '+13125550199',
  firstName: 'A.',
  lastName: 'Lovelace',
  email: 'a@other.example',
  crmId: '4711',
  crmSource: 'hubspot',
  tags: ['lead', 'newsletter'],
});

describe('merging two contacts', () => {
  it('keeps what the one that stays has, and takes over what it has not', () => {
    expect(mergeContacts(ada, other)).toEqual({
      changes: {
        phone: '+13125550100',
        lastName: 'Lovelace',
        crmId: '4711',
        crmSource: 'hubspot',
        tags: ['vip', 'lead', 'newsletter'],
        variables: {},
      },
      number: '+13125550199',
      email: 'a@other.example',
    });
  });

  it('takes over what is named, and gives up its own', () => {
    const { changes, number, email } = mergeContacts(ada, other, ['phone', 'email']);
    expect(changes).toMatchObject({ phone: '+13125550199', email: 'a@other.example' });
    expect({ number, email }).toEqual({ number: '+13125550100', email: 'ada@example.com' });
  });

  it('never takes nothing for something', () => {
    const { changes } = mergeContacts(ada, contact(), ['first_name', 'email']);
    expect(changes).toEqual({ phone: ada.phone, tags: ada.tags, variables: {} });
  });

  it('takes an id of a CRM with the CRM’s name, or not at all', () => {
    const stays = contact({ crmSource: 'salesforce' });
    expect(mergeContacts(stays, other).changes).not.toHaveProperty('crmId');
    expect(mergeContacts(stays, other, ['crm_id']).changes).toMatchObject({
      crmId: '4711',
      crmSource: 'hubspot',
    });
  });

  it('puts variables together; an empty one is filled, names that trip programs up are plain names', () => {
    const stays = contact({ variables: { plan: 'Pro', since: '', seats: null, active: false } });
    const goes = contact({
      variables: JSON.parse('{"plan":"Free","since":2020,"seats":3,"active":true,"constructor":1}'),
    });
    expect(mergeContacts(stays, goes).changes.variables).toEqual({
      plan: 'Pro',
      since: 2020,
      seats: 3,
      active: false,
      constructor: 1,
    });
  });

  it('gives up no address that both had', () => {
    const twin = contact({ phone: '+13125550199', email: 'ada@example.com' });
    expect(mergeContacts(ada, twin).email).toBeNull();
  });
});
