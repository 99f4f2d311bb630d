/** What senders and the log are told while a mapping is paused. */
export const MAPPING_INACTIVE = 'Mapping is inactive';

/** A refusal as pages say it: with the word that stands on their buttons. */
export const refusalWords = (message: string): string =>
  message.replace(MAPPING_INACTIVE, 'Mapping is paused');
