import { subjectOf, type SubjectRow } from './event-subject.js';

const NOTHING: SubjectRow = {
  id: 'e',
  type: 'contact.created',
  callId: null,
  contactId: null,
  contactName: null,
  phone: null,
  endpointId: null,
  endpointUrl: null,
  endpointDescription: null,
  mappingId: null,
  mappingName: null,
};
const ID = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e';

it.each<[string, Partial<SubjectRow>, string | null, string | null]>([
  [
    'a contact by its name',
    { contactId: ID, contactName: 'Ada', phone: '+13125550100' },
    'Ada',
    `/settings/contacts/${ID}`,
  ],
  [
    'a contact by its number',
    { contactId: ID, phone: '+13125550100' },
    '+1 312 555 0100',
    `/settings/contacts/${ID}`,
  ],
  ['a contact that is gone', { contactId: ID }, 'Contact …7e1c2d3e', null],
  [
    'a call by who was called',
    { callId: ID, contactId: ID, contactName: 'Ada' },
    'Ada',
    `/settings/calls/${ID}`,
  ],
  [
    'a call of a contact that is gone',
    { callId: ID, contactId: ID },
    'Call …7e1c2d3e',
    `/settings/calls/${ID}`,
  ],
  [
    'an endpoint',
    { endpointId: ID, endpointUrl: 'https://a.example/b' },
    'a.example/b',
    `/settings/events/${ID}`,
  ],
  ['an endpoint that is gone', { endpointId: ID }, null, null],
  [
    'a mapping, where its log is',
    { mappingId: ID, mappingName: 'Leads' },
    'Leads',
    `/settings/webhook-mappings/${ID}/log`,
  ],
  ['a number that is no contact’s', { phone: '+13125550100' }, '+1 312 555 0100', null],
  ['nothing', {}, null, null],
])('an event is about %s', (_, row, label, href) => {
  expect(subjectOf({ ...NOTHING, ...row })).toEqual(label === null ? null : { label, href });
});
