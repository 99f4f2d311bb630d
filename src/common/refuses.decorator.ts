import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Issue } from './app-error.js';

/** One way an operation says no, for its documentation. */
export interface Refusal {
  status: number;
  /** The stable word that programs compare. */
  code: string;
  /** The error's text. */
  error: string;
  /** When it happens, in a sentence. */
  when: string;
  /** What stands in `details`, for example. */
  details?: readonly Issue[];
}

/** How a refusal stands in the document until it is written out as an answer (see openapi/error-answers.ts). */
export const REFUSAL_EXTENSION = 'x-refusal-';

/** Documents the refusals that are an operation's own; those that every operation of its kind has are added to them. */
export const Refuses = (
  ...refusals: [status: number, code: string, error: string, when: string, details?: readonly Issue[]][]
): MethodDecorator =>
  applyDecorators(
    ...refusals.map(([status, code, error, when, details = []]) =>
      ApiExtension(`${REFUSAL_EXTENSION}${code} ${error}`, {
        status,
        code,
        error,
        when,
        details,
      } satisfies Refusal),
    ),
  );
