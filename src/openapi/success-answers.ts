import type { OpenAPIObject } from '@nestjs/swagger';
import { isVersioned } from './answer-headers.js';
import { type Operation, type Route, routesOf } from './document-types.js';

/** What a success means where the operation does not say it itself. */
const SUCCESSES: Record<string, string> = {
  'get 200': 'As it is now.',
  'post 200': 'Done; as it is now.',
  'patch 200': 'Changed; as it is now.',
  'put 200': 'Done; as it is now.',
  'post 201': 'Created.',
  'post 202': 'Accepted; it happens soon.',
  'delete 204': 'Done; no body.',
};

/** Splits each operation's comment into title and text, and writes out what its successes mean. */
export function describeOperations(document: OpenAPIObject): void {
  for (const route of routesOf(document)) {
    const { operation, method } = route;
    operation.security ??= [];
    describe(operation);
    describeSuccesses(route);
    if (method === 'get' && isVersioned(route, document)) allowConditional(operation);
  }
}

/** The comment's first sentence is the title; all of it, and the scope it takes, the description. */
function describe(operation: Operation): void {
  const comment = (operation.description ?? operation.summary ?? '').replaceAll(/\s*\n\s*/g, ' ');
  const scope = operation['x-required-scope'];
  operation.summary = /^.*?[.:;](?=\s|$)/.exec(comment)?.[0].slice(0, -1) ?? comment;
  operation.description =
    typeof scope === 'string' ? `${comment}\n\nThe key needs the scope \`${scope}\`.` : comment;
}

function describeSuccesses({ method, operation }: Route): void {
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (answer && 'description' in answer && answer.description === '')
      answer.description = SUCCESSES[`${method} ${status}`] ?? '';
  }
}

function allowConditional(operation: Operation): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` of an earlier read: 304 without a body when nothing has changed since.',
      schema: { type: 'string', example: 'W/"3.2jmj7l5rSw0yVbvlWAYk"' },
    },
  ];
  operation.responses['304'] = {
    description: 'Nothing has changed since the read that `If-None-Match` names.',
  };
}
