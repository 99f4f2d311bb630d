import { relayVoice, sayVoice } from './twilio-voices.js';

describe('an agent’s voice', () => {
  it.each([
    [null, {}, undefined],
    ['Polly.Joanna-Neural', { ttsProvider: 'Amazon', voice: 'Joanna-Neural' }, 'Polly.Joanna-Neural'],
    ['Amazon.Joanna-Neural', { ttsProvider: 'Amazon', voice: 'Joanna-Neural' }, 'Polly.Joanna-Neural'],
    ['Google.en-US-Journey-O', { ttsProvider: 'Google', voice: 'en-US-Journey-O' }, 'Google.en-US-Journey-O'],
    ['ElevenLabs.UgBBYS2sOqTu', { ttsProvider: 'ElevenLabs', voice: 'UgBBYS2sOqTu' }, undefined],
    ['UgBBYS2sOqTu-flash-1.2_0.5_0.8', { voice: 'UgBBYS2sOqTu-flash-1.2_0.5_0.8' }, undefined],
  ])('%s is named as each part of Twilio wants it', (voice, inConversation, inSay) => {
    expect(relayVoice(voice)).toEqual(inConversation);
    expect(sayVoice(voice ?? undefined)).toBe(inSay);
  });
});
