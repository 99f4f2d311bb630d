/** The prefix with which `<Say>` names whose voice it is, and ConversationRelay's name of the same provider. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['Polly', 'Amazon'],
  ['Amazon', 'Amazon'],
  ['Google', 'Google'],
  ['ElevenLabs', 'ElevenLabs'],
]);

/** What `<Say>` calls them; it has no voices of ElevenLabs under ids. */
const SAY_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['Amazon', 'Polly'],
  ['Google', 'Google'],
]);

interface NamedVoice {
  provider: string;
  name: string;
}

/** `Google.en-US-Journey-O`, `Polly.Joanna-Neural`; null where no provider is named. */
function namedVoice(voice: string): NamedVoice | null {
  const dot = voice.indexOf('.');
  const provider = PROVIDERS.get(voice.slice(0, Math.max(dot, 0)));
  return provider === undefined ? null : { provider, name: voice.slice(dot + 1) };
}

/**
 * An agent's voice for a conversation. ConversationRelay takes provider and name apart; without a provider it is one of
 * ElevenLabs', which is Twilio's default.
 */
export function relayVoice(voice: string | null): { ttsProvider?: string; voice?: string } {
  if (voice === null) return {};
  const named = namedVoice(voice);
  return named ? { ttsProvider: named.provider, voice: named.name } : { voice };
}

/** An agent's voice for `<Say>`: undefined, which is Twilio's default, for a voice that it does not have. */
export function sayVoice(voice: string | undefined): string | undefined {
  const named = voice === undefined ? null : namedVoice(voice);
  const prefix = named ? SAY_PREFIXES.get(named.provider) : undefined;
  return named && prefix ? `${prefix}.${named.name}` : undefined;
}
