import { soundsLikeVoicemail } from './voicemail-phrases.js';

describe('the first words of who was called', () => {
  it.each([
    'Please leave a message after the tone.',
    'Leave your name and number and I’ll call you back.',
    "Hi, you've reached Ada. I can't come to the phone right now.",
    'You have reached the voicemail of 312 555 0150.',
    'The person you are trying to reach is not available.',
    'Your call has been forwarded to an automated voice messaging system.',
    'The mailbox is full.',
    'At the beep, record your message. When you have finished recording, hang up or press 1.',
    'Ada is currently unavailable to take your call.',
    'Deje su mensaje después del tono.',
    'Vous êtes sur le répondeur de Chloé.',
    'Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
    'Deixe a sua mensagem após o sinal.',
    'Lasciate un messaggio dopo il segnale.',
  ])('are a machine’s: %s', (said) => {
    expect(soundsLikeVoicemail(said, 1)).toBe(true);
    expect(soundsLikeVoicemail(said, 2)).toBe(true);
    expect(soundsLikeVoicemail(said, 3)).toBe(false);
  });

  it.each([
    'Hello?',
    'Hi, this is Ada.',
    'I got your message yesterday.',
    'Yes, who is calling?',
    'Sorry, I cannot talk for long.',
    'You reached the right person.',
    '',
  ])('are a person’s: %s', (said) => {
    expect(soundsLikeVoicemail(said, 1)).toBe(false);
  });
});
