/** A name in a sentence: it keeps its own direction, and what stands around it the sentence's. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A phone number in a sentence, which stays on one line. */
export const unbroken = (number: string): string => number.replaceAll(' ', '\u00A0');
