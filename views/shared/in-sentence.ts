/** A name in a sentence: it keeps its own direction, and what stands around it the sentence's. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A few words of a sentence that stay on one line, such as a phone number. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00A0');
