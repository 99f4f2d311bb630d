import { envelope } from './envelope.js';

const EVENT = {
  id: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e',
  type: 'call.ended',
  recordedAt: new Date('2026-01-15T10:30:00Z'),
  organizationId: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3f',
  sequence: 4,
  callId: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d40',
  contactId: null,
  data: '{"call": {"b":1,  "a":1.0}}',
};

describe('the envelope', () => {
  it('holds the data byte for byte', () => {
    expect(envelope(EVENT)).toBe(
      '{"id":"01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e","type":"call.ended","timestamp":"2026-01-15T10:30:00.000Z",' +
        '"organization_id":"01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3f","api_version":"1","sequence":4,' +
        '"data":{"call": {"b":1,  "a":1.0}}}',
    );
  });

  it('names data that is too long instead of sending it', () => {
    const data = JSON.stringify({ text: 'ä'.repeat(33_000) });
    expect(JSON.parse(envelope({ ...EVENT, data })).data).toEqual({
      truncated: true,
      call_id: EVENT.callId,
      contact_id: null,
    });
  });
});
