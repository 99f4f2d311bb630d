/** What answering machines say and people who pick up do not. */
const PHRASES = [
  /\bleave (?:me |us |a |your )?(?:a |your )?(?:brief |short |detailed )?(?:message|name and)/,
  /\b(?:after|at|wait for) the (?:tone|beep)\b/,
  /\b(?:voice ?mail|voice ?mailbox|answering machine|automated voice messag)/,
  /\bmail ?box (?:is|of|belonging)\b/,
  /\b(?:you have|you've) reached\b.*\b(?:message|tone|beep|not available|unavailable|can(?:not|'t))/,
  /\bcan(?:not|'t| not) (?:come to|take your call|answer) ?(?:the phone|right now|at the moment|at this time)?/,
  /\b(?:is|am|are) (?:currently )?(?:not available|unavailable) (?:to take|right now|at the moment|at this time)/,
  /\b(?:person|number|party|subscriber) you (?:are|have|were) (?:trying to reach|calling|called|dialed)\b/,
  /\b(?:record your message|when you (?:are|have) finished recording|hang up or press)\b/,
  /\b(?:deje|dejar|grabe) (?:su|un|tu) mensaje\b|\bdespués (?:del tono|de la señal)\b|\bbuzón de voz\b/,
  /\blaissez (?:un|votre) message\b|\baprès le (?:bip|signal)\b|\bmessagerie vocale\b|\brépondeur\b/,
  /\bnachricht (?:nach dem|hinterlassen)\b|\bnach dem (?:signalton|piep|ton)\b|\bmailbox von\b|\banrufbeantworter\b/,
  /\b(?:deixe|deixar) (?:a sua|sua|uma) mensagem\b|\bapós o sinal\b|\bcaixa postal\b/,
  /\blasci(?:ate|are)? (?:un|il) messaggio\b|\bdopo il segnale\b|\bsegreteria telefonica\b/,
] as const;

/** A machine greets at the beginning; later on somebody may well speak of voicemail. */
const FIRST_UTTERANCES = 2;

/**
 * Whether the other end of a call that we placed sounds like an answering machine. `count` is the number of this
 * utterance, from 1.
 */
export function soundsLikeVoicemail(said: string, count: number): boolean {
  if (count > FIRST_UTTERANCES) return false;
  const text = said.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ');
  return PHRASES.some((phrase) => phrase.test(text));
}
