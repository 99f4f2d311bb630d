import { nearestName } from '../common/nearest-name.js';

/** Where a value stands in an agent's words: `{{first_name}}`. */
export const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

/** Anything between such braces, as somebody may have meant it. */
const BRACES = /\{\{([^{}]*)\}\}/g;

/** What every call knows of the person it is with; contacts and calls may bring more. */
export const CALL_VARIABLES = ['first_name', 'last_name', 'company', 'email', 'phone'] as const;

/** A variable that an agent's words use. */
export interface UsedVariable {
  name: string;
  /**
   * `known`: of every contact. `own`: filled in where the contact or the call has it. `misspelt`: nearly one that is
   * known. `broken`: no name, so it is said as it stands.
   */
  kind: 'known' | 'own' | 'misspelt' | 'broken';
  /** What was probably meant. */
  meant: string | null;
}

/** The names that an agent's words ask values for, each once, in their order. */
export const variableNames = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))),
];

/** The variables in an agent's words, each once, and what will become of them. */
export function usedVariables(...texts: string[]): UsedVariable[] {
  const names = texts.flatMap((text) => [...text.matchAll(BRACES)].map(([, name = '']) => name.trim()));
  return [...new Set(names)].map(judge);
}

function judge(name: string): UsedVariable {
  if (CALL_VARIABLES.some((known) => known === name)) return { name, kind: 'known', meant: null };
  const meant = nearestName(name, CALL_VARIABLES);
  if (!/^[\w.-]{1,100}$/.test(name)) return { name, kind: 'broken', meant };
  return { name, kind: meant === null ? 'own' : 'misspelt', meant };
}
