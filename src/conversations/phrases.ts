/** What the service itself puts into an agent's mouth, where no model is asked. */
export interface Phrases {
  /** Nobody said anything for a while. */
  stillThere: string;
  /** Still nobody. */
  nobodyThere: string;
  /** The longest duration is reached. */
  timeIsUp: string;
  /** The line was interrupted and is back. */
  lostYou: string;
  /** The model cannot be reached. */
  apology: string;
  /** Nobody took the transfer. */
  nobodyAvailable: string;
  goodbye: string;
  /** Before a transfer of which the model said nothing. */
  connecting: string;
  /** How `&` is said. */
  and: string;
}

const ENGLISH: Phrases = {
  stillThere: 'Are you still there?',
  nobodyThere: "I can't hear you, so I'll hang up now. Goodbye.",
  timeIsUp: "I'm sorry, we have to stop here. Thank you for your time, and goodbye.",
  lostYou: 'Sorry, I lost you for a second. I can hear you now.',
  apology: "I'm sorry, something is not working on our side. Please try again later. Goodbye.",
  nobodyAvailable: "I'm sorry, nobody is available right now. Is there anything else I can do for you?",
  goodbye: 'Thank you. Goodbye.',
  connecting: 'One moment, I am connecting you.',
  and: 'and',
};

const BY_LANGUAGE: Readonly<Record<string, Phrases>> = {
  en: ENGLISH,
  de: {
    stillThere: 'Sind Sie noch da?',
    nobodyThere: 'Ich höre Sie leider nicht und lege jetzt auf. Auf Wiederhören.',
    timeIsUp: 'Leider müssen wir hier aufhören. Vielen Dank für Ihre Zeit, auf Wiederhören.',
    lostYou: 'Entschuldigung, Sie waren kurz weg. Jetzt höre ich Sie wieder.',
    apology:
      'Es tut mir leid, bei uns funktioniert etwas nicht. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
    nobodyAvailable: 'Es tut mir leid, gerade ist niemand erreichbar. Kann ich sonst etwas für Sie tun?',
    goodbye: 'Vielen Dank. Auf Wiederhören.',
    connecting: 'Einen Moment, ich verbinde Sie.',
    and: 'und',
  },
  es: {
    stillThere: '¿Sigue ahí?',
    nobodyThere: 'No le oigo, así que voy a colgar. Adiós.',
    timeIsUp: 'Lo siento, tenemos que terminar aquí. Gracias por su tiempo. Adiós.',
    lostYou: 'Disculpe, se ha cortado un momento. Ya le oigo.',
    apology: 'Lo siento, algo no funciona de nuestro lado. Inténtelo más tarde, por favor. Adiós.',
    nobodyAvailable: 'Lo siento, ahora no hay nadie disponible. ¿Puedo ayudarle en algo más?',
    goodbye: 'Gracias. Adiós.',
    connecting: 'Un momento, le paso.',
    and: 'y',
  },
  fr: {
    stillThere: 'Vous êtes toujours là ?',
    nobodyThere: 'Je ne vous entends pas, je vais donc raccrocher. Au revoir.',
    timeIsUp: 'Je suis désolée, nous devons nous arrêter ici. Merci de votre temps, au revoir.',
    lostYou: 'Pardon, la ligne a coupé un instant. Je vous entends à nouveau.',
    apology: 'Je suis désolée, nous avons un problème technique. Veuillez réessayer plus tard. Au revoir.',
    nobodyAvailable:
      "Je suis désolée, personne n'est disponible pour le moment. Puis-je faire autre chose pour vous ?",
    goodbye: 'Merci. Au revoir.',
    connecting: 'Un instant, je vous mets en relation.',
    and: 'et',
  },
  it: {
    stillThere: 'È ancora in linea?',
    nobodyThere: 'Non la sento, quindi riattacco. Arrivederci.',
    timeIsUp: 'Mi dispiace, dobbiamo fermarci qui. Grazie per il suo tempo, arrivederci.',
    lostYou: 'Mi scusi, è caduta la linea per un attimo. Ora la sento.',
    apology: 'Mi dispiace, da noi qualcosa non funziona. Riprovi più tardi, per favore. Arrivederci.',
    nobodyAvailable: "Mi dispiace, al momento non c'è nessuno disponibile. Posso aiutarla in altro modo?",
    goodbye: 'Grazie. Arrivederci.',
    connecting: 'Un momento, la metto in contatto.',
    and: 'e',
  },
  nl: {
    stillThere: 'Bent u er nog?',
    nobodyThere: 'Ik hoor u niet, dus ik hang nu op. Tot ziens.',
    timeIsUp: 'Het spijt me, we moeten hier stoppen. Bedankt voor uw tijd, tot ziens.',
    lostYou: 'Sorry, ik was u even kwijt. Nu hoor ik u weer.',
    apology: 'Het spijt me, er werkt iets niet aan onze kant. Probeer het later nog eens. Tot ziens.',
    nobodyAvailable: 'Het spijt me, er is nu niemand beschikbaar. Kan ik iets anders voor u doen?',
    goodbye: 'Bedankt. Tot ziens.',
    connecting: 'Een moment, ik verbind u door.',
    and: 'en',
  },
  pt: {
    stillThere: 'Ainda está aí?',
    nobodyThere: 'Não consigo ouvir, por isso vou desligar. Até logo.',
    timeIsUp: 'Desculpe, temos de parar por aqui. Obrigada pelo seu tempo, até logo.',
    lostYou: 'Desculpe, a linha caiu por um instante. Já estou ouvindo.',
    apology: 'Desculpe, algo não está funcionando do nosso lado. Tente mais tarde, por favor. Até logo.',
    nobodyAvailable: 'Desculpe, não há ninguém disponível agora. Posso ajudar em mais alguma coisa?',
    goodbye: 'Obrigada. Até logo.',
    connecting: 'Um momento, vou transferir a ligação.',
    and: 'e',
  },
};

/** In the agent's language; in English where we know no better. */
export const phrasesIn = (language: string): Phrases =>
  BY_LANGUAGE[language.toLowerCase().split('-')[0] ?? ''] ?? ENGLISH;
