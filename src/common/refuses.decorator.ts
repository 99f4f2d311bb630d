import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** One way an operation says no, for its documentation. */
export interface Refusal {
  status: number;
  /** The stable word that programs compare. */
  code: string;
  /** The error's text. */
  error: string;
  /** When it happens, in a sentence. */
  when: string;
}

/** How a refusal stands in the document until it is written out as an answer (see openapi/error-answers.ts). */
export const REFUSAL_EXTENSION = 'x-refusal-';

/** Documents the refusals that are an operation's own; those that every operation of its kind has are added to them. */
export const Refuses = (
  ...refusals: [status: number, code: string, error: string, when: string][]
): MethodDecorator =>
  applyDecorators(
    ...refusals.map(([status, code, error, when]) =>
      ApiExtension(`${REFUSAL_EXTENSION}${code}`, { status, code, error, when } satisfies Refusal),
    ),
  );
