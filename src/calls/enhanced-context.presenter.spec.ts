import { presentContext, type ContextFacts } from './enhanced-context.presenter.js';

const FACTS: ContextFacts = {
  agent: { id: 'a', name: 'Ava', version: 1 },
  contact: null,
  campaign: { id: null, name: null },
  memory: null,
  variables: null,
  metadata: null,
  call_type: 'outbound',
  carrier: 'twilio',
  carrier_call_id: null,
  customer_number: '+13125550100',
  platform_number: '+13125550199',
  created_at: '2026-01-15T10:30:00.000Z',
  dialed_at: null,
  ringing_at: null,
  answered_at: null,
  ended_at: null,
  answered_by: null,
  ended: null,
  recording: null,
  recording_available: false,
};
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 15, 10, 30, seconds)).toISOString();

describe('the context of a call', () => {
  it('is null wherever nothing is known', () => {
    expect(presentContext(FACTS)).toMatchObject({
      contact: null,
      memory: null,
      request: null,
      campaign: null,
      answered_by: null,
      ended: null,
      recording: { available: false, channels: null, duration_ms: null },
    });
  });

  it.each([
    ['not ringing yet', {}, null],
    ['ringing', { ringing_at: at(1) }, null],
    ['answered', { ringing_at: at(1), answered_at: at(4), ended_at: at(60) }, 3_000],
    ['never answered', { ringing_at: at(1), ended_at: at(31) }, 30_000],
    ['answered without a word of ringing', { answered_at: at(4) }, null],
    ['answered before ringing was told', { ringing_at: at(5), answered_at: at(4) }, 0],
  ])('of a call %s says how long it rang', (_, times, ring) => {
    expect(presentContext({ ...FACTS, ...times })['timing']).toMatchObject({ ring_ms: ring });
  });

  it.each([
    ['outbound', '+13125550100', '+13125550199'],
    ['inbound', '+13125550199', '+13125550100'],
  ] as const)('of an %s call says who called whom', (type, called, calling) => {
    expect(presentContext({ ...FACTS, call_type: type })['telephony']).toMatchObject({
      called_number: called,
      calling_number: calling,
    });
  });

  it("has every key of what is partly known, and no key that is not the API's", () => {
    const context = presentContext({
      ...FACTS,
      ended: { by: 'carrier', secret: 'x' },
      memory: { previous_calls: 0 },
    });
    expect(context['ended']).toEqual({
      by: 'carrier',
      category: null,
      retryable: null,
      carrier_code: null,
      sip_code: null,
      message: null,
    });
    expect(context['memory']).toEqual({
      previous_calls: 0,
      last_call_id: null,
      last_call_at: null,
      brief: null,
    });
  });

  it('an inbound call was asked for by nobody, whatever is stored', () => {
    const facts = { ...FACTS, variables: { a: 1 }, metadata: {} };
    expect(presentContext(facts)['request']).toEqual({ variables: { a: 1 }, metadata: {} });
    expect(presentContext({ ...facts, call_type: 'inbound' })['request']).toBeNull();
  });
});
