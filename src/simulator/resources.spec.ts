import { answered, ended, ENDINGS, newCall, ringing } from './carrier-call.js';
import { processed, type Recording, stopped } from './recording.js';
import { callResource, createdCallResource, recordingResource } from './resources.js';

const AT = new Date('2026-08-30T08:34:26Z');
const queued = newCall(
  {
    sid: 'CA1',
    accountSid: 'AC1',
    phoneNumberSid: 'PN1',
    to: 'sip:ava@example.com',
    from: '+13125550199',
    direction: 'outbound-api',
  },
  AT,
);

describe('callResource', () => {
  it('writes text and null, nothing else', () => {
    const over = ended(answered(ringing(queued, AT), AT), ENDINGS.completed, 12, AT);
    for (const value of Object.values(callResource(over)))
      expect(value === null || typeof value === 'string' || typeof value === 'object').toBe(true);
    expect(callResource(over)).toMatchObject({
      status: 'completed',
      duration: '12',
      start_time: 'Sun, 30 Aug 2026 08:34:26 +0000',
      from_formatted: '(312) 555-0199',
      to_formatted: 'sip:ava@example.com',
      uri: '/2010-04-01/Accounts/AC1/Calls/CA1.json',
      subresource_uris: { recordings: '/2010-04-01/Accounts/AC1/Calls/CA1/Recordings.json' },
    });
  });

  it('has no dates in the answer to a creation', () => {
    expect(callResource(queued).date_created).not.toBeNull();
    expect(createdCallResource(queued)).toMatchObject({
      date_created: null,
      date_updated: null,
      duration: null,
    });
  });
});

describe('recordingResource', () => {
  const running: Recording = {
    sid: 'RE1',
    accountSid: 'AC1',
    callSid: 'CA1',
    status: 'in-progress',
    startedAt: AT,
    updatedAt: AT,
    durationSeconds: 0,
    channels: 1,
    track: 'both',
    source: 'OutboundAPI',
  };

  it.each([
    [running, 'in-progress', '-1'],
    [stopped(running, 9, AT), 'processing', '-1'],
    [processed(stopped(running, 9, AT), AT), 'completed', '9'],
    [processed(stopped(running, 0, AT), AT), 'absent', '0'],
  ])('has a length once it is processed', (recording, status, duration) => {
    expect(recordingResource(recording, 'http://carrier.test')).toMatchObject({
      status,
      duration,
      media_url: 'http://carrier.test/2010-04-01/Accounts/AC1/Recordings/RE1',
    });
  });
});
