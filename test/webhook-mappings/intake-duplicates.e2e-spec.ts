import * as fc from 'fast-check';
import { v7 } from 'uuid';
import type { JsonObject } from '../../src/common/json-text.js';
import type { LiveMapping } from '../../src/webhook-mappings/live-mappings.service.js';
import { FIELD_COLUMNS } from '../../src/webhook-mappings/intake-statement.js';
import { IntakeStore } from '../../src/webhook-mappings/intake-store.repository.js';
import { NO_RULES } from '../../src/webhook-mappings/mapping-rules.js';
import {
  type ContactDraft,
  type ContactState,
  mergeContact,
  ON_DUPLICATE,
  type OnDuplicate,
} from '../../src/webhook-mappings/merge-contact.js';
import type { Client } from '../support/client.js';
import { anyContact, anyDraft } from '../support/contact-arbitraries.js';
import { aMapping, aPhone, type Mapping } from '../support/mappings.js';
import { insert } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

/** Rules with one value of every kind. */
const rules = {
  field_mappings: [
    { source: 'phone', target: 'phone' },
    { source: 'firstName', target: 'firstName' },
    { source: 'lastName', target: 'lastName' },
    { source: 'budget', target: 'variables.budget' },
  ],
  static_values: [
    { target: 'lastName', value: 'Default' },
    { target: 'company', value: 'Default' },
    { target: 'variables.plan', value: 'free' },
    { target: 'crmSource', value: 'override', override: true },
  ],
  static_tags: ['lead', 'form'],
};

describe('a contact that exists already', () => {
  const existing = {
    first_name: 'Ada',
    last_name: null,
    company: 'Engines',
    crm_source: 'crm',
    tags: ['vip', 'form'],
    variables: { budget: 5 },
  };
  const posted = { firstName: 'Grace', lastName: 'Hopper', budget: 9 };

  it.each([
    [
      'fill_missing',
      posted,
      { firstName: 'Ada', lastName: 'Hopper', company: 'Engines', crmSource: 'override' },
      { variables: { budget: 5, plan: 'free' }, tags: ['vip', 'form', 'lead'] },
    ],
    [
      'overwrite',
      posted,
      { firstName: 'Grace', lastName: 'Hopper', company: 'Engines', crmSource: 'override' },
      { variables: { budget: 9, plan: 'free' }, tags: ['vip', 'form', 'lead'] },
    ],
    [
      'overwrite',
      { firstName: '', lastName: null, budget: [] },
      { firstName: 'Ada', lastName: 'Default', company: 'Engines', crmSource: 'override' },
      { variables: { budget: 5, plan: 'free' }, tags: ['vip', 'form', 'lead'] },
    ],
    [
      'skip',
      posted,
      { firstName: 'Ada', lastName: null, company: 'Engines', crmSource: 'crm' },
      { variables: { budget: 5 }, tags: ['vip', 'form'] },
    ],
  ])('under %s, posted %j, becomes %j', async (on_duplicate, payload, fields, others) => {
    const mapping = await aMapping(acme, { ...rules, on_duplicate });
    const phone = aPhone();
    const { body: contact } = await acme.post('/api/contacts', { phone, ...existing });
    const answer = await mapping.post({ phone, ...payload });
    expect(answer).toMatchObject({
      status: 200,
      body: { contactId: contact.id, contact: { ...fields, ...others } },
    });
    expect(answer.body.contact.variables).toEqual(others.variables);
    expect(answer.body.status).toBe(on_duplicate === 'skip' ? 'unchanged' : 'updated');
    const after = (await acme.get(`/api/contacts/${contact.id}`)).body;
    expect(after).toMatchObject({
      first_name: fields.firstName,
      crm_source: fields.crmSource,
      ...others,
      source: 'api',
    });
    if (on_duplicate === 'skip') expect(after.updated_at).toBe(contact.updated_at);
    expect((await mapping.post({ phone, ...payload })).body.status).toBe('unchanged');
  });

  it('a new one takes override, payload and default, in this order, whatever the policy', async () => {
    for (const on_duplicate of ON_DUPLICATE) {
      const mapping = await aMapping(acme, { ...rules, on_duplicate });
      const answer = await mapping.post({ phone: aPhone(), firstName: 'Grace' });
      expect(answer.body).toMatchObject({
        status: 'created',
        contact: {
          firstName: 'Grace',
          lastName: 'Default',
          crmSource: 'override',
          variables: { plan: 'free' },
          tags: ['lead', 'form'],
        },
        applied: {
          mapped: ['phone', 'firstName'],
          static: ['lastName', 'company', 'variables.plan', 'crmSource'],
        },
      });
    }
  });
});

describe('the statement that stores contacts', () => {
  /** A contact some of whose fields are empty text, which no feature writes and the column allows. */
  const anyStored: fc.Arbitrary<ContactState> = fc.record({
    fields: fc
      .tuple(anyContact, fc.subarray(Object.keys(FIELD_COLUMNS)))
      .map(([{ fields }, blank]) =>
        Object.assign({}, fields, Object.fromEntries(blank.map((name) => [name, '']))),
      ),
    variables: anyContact.map(({ variables }) => variables),
    tags: anyContact.map(({ tags }) => tags),
  });
  const cases = fc.array(
    fc.record({ existing: fc.option(anyStored), draft: anyDraft, policy: fc.constantFrom(...ON_DUPLICATE) }),
    { minLength: 1, maxLength: 20 },
  );

  it('does what the specification of merging says, for anything on anything', async () => {
    const mappings = Object.fromEntries(
      await Promise.all(
        ON_DUPLICATE.map(async (policy) => [policy, await aMapping(acme, { on_duplicate: policy })] as const),
      ),
    ) as Record<OnDuplicate, Mapping>;
    await fc.assert(
      fc.asyncProperty(cases, async (all) => {
        await Promise.all(
          all.map(async ({ existing, draft, policy }) => {
            const phone = `+1${String(2_000_000_000 + stored++)}`;
            if (existing) await insertContact(phone, existing);
            const expected = mergeContact(existing, draft, policy);
            const outcome = await store(mappings[policy], phone, draft, policy);
            expect(outcome?.status).toBe(expected.status);
            expect(stateOf(outcome?.contact)).toEqual(expected.contact);
            const [row] = await service.db.query(
              `SELECT to_jsonb(c) AS row FROM contacts c WHERE phone = $1`,
              [phone],
            );
            expect(stateOf(row.row)).toEqual(expected.contact);
          }),
        );
      }),
      { numRuns: 60 },
    );
  });

  let stored = 0;

  function store(mapping: Mapping, phone: string, draft: ContactDraft, onDuplicate: OnDuplicate) {
    const live: LiveMapping = {
      id: mapping.id,
      version: 1,
      status: 'active',
      rules: { ...NO_RULES, onDuplicate },
      defaultCountry: 'US',
    };
    return service.app.get(IntakeStore).store({
      intake: {
        organizationId: acme.organizationId,
        mappingId: mapping.id,
        id: v7(),
        receivedAt: new Date(),
        caller: {
          organizationId: acme.organizationId,
          keyId: v7(),
          keyName: '',
          scopes: [],
          mappingId: null,
        },
        body: null,
        replayOf: null,
      },
      mapping: live,
      mapped: {
        phone: { refused: [] },
        draft,
        applied: { mapped: [], static: [], tags: [] },
        unmapped: [],
        warnings: [],
        trace: [],
      },
      phone,
    });
  }

  async function insertContact(phone: string, { fields, variables, tags }: ContactState): Promise<void> {
    const columns = Object.entries(fields).map(([name, value]) => [
      FIELD_COLUMNS[name as keyof typeof FIELD_COLUMNS],
      value,
    ]);
    await insert(service, 'contacts', {
      organization_id: acme.organizationId,
      id: v7(),
      phone,
      source: 'api',
      variables,
      tags: `{${tags.join(',')}}`,
      ...Object.fromEntries(columns),
    });
  }

  const stateOf = (contact: object | undefined): ContactState => {
    const shown = contact as unknown as JsonObject;
    return {
      fields: Object.fromEntries(
        Object.entries(FIELD_COLUMNS).map(([name, column]) => [name, shown[column]]),
      ) as unknown as ContactState['fields'],
      variables: shown['variables'] as JsonObject,
      tags: shown['tags'] as unknown as string[],
    };
  };
});
