import { changedPhoneNumber, newPhoneNumber } from './phone-number.js';

const BEFORE = new Date('2026-01-01T00:00:00Z');
const NOW = new Date('2026-01-02T00:00:00Z');

describe('a phone number', () => {
  const number = newPhoneNumber('AC1', '+13125550199', BEFORE);
  const voice = { url: 'https://app.test/voice', method: 'POST' };

  it('keeps its id, whenever it is acquired', () => {
    expect(newPhoneNumber('AC1', '+13125550199', NOW).sid).toBe(number.sid);
    expect(newPhoneNumber('AC2', '+13125550199', NOW).sid).not.toBe(number.sid);
  });

  it('changes only what is named', () => {
    const pointed = changedPhoneNumber(
      number,
      { VoiceUrl: voice.url, StatusCallback: 'https://app.test/s' },
      NOW,
    );
    expect(pointed).toMatchObject({
      voice,
      status: { url: 'https://app.test/s', method: 'POST' },
      updatedAt: NOW,
    });
    const renamed = changedPhoneNumber(pointed, { FriendlyName: 'Desk', VoiceFallbackMethod: 'GET' }, NOW);
    expect(renamed).toMatchObject({ friendlyName: 'Desk', voice, fallback: null });
    expect(changedPhoneNumber(renamed, { VoiceUrl: '' }, NOW)).toMatchObject({
      voice: null,
      friendlyName: 'Desk',
    });
  });
});
