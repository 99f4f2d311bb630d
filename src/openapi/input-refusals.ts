import type { OpenAPIObject } from '@nestjs/swagger';
import type { Issue } from '../common/app-error.js';
import type { Refusal } from '../common/refuses.decorator.js';
import { type ParameterObject, resolved, type Route, type Schema } from './document-types.js';

/** How an operation refuses a wrong input, shown on one that it really has. */
export function inputRefusal(route: Route, document: OpenAPIObject): Refusal {
  const [error, issue] = wrongField(route, document) ?? wrongParameter(route) ?? UNKNOWN_PARAMETER;
  const when = 'an input is wrong, missing or unknown; `details` names each';
  return { status: 400, code: 'invalid_request', error, when, details: [issue] };
}

type Example = [error: string, issue: Issue];

const UNKNOWN_PARAMETER: Example = [
  'Unknown parameter dry_run',
  { field: 'dry_run', in: 'query', issue: 'is unknown; this route takes no parameters' },
];

/** A field that must be there and is not; where none must, one that nobody knows. */
function wrongField({ operation }: Route, document: OpenAPIObject): Example | null {
  const body = operation.requestBody;
  const schema = body && 'content' in body && body.content['application/json']?.schema;
  if (!schema) return null;
  const { required = [], properties = {} } = resolved<Schema>(document, schema);
  const [field] = required;
  if (field) return [`Invalid ${field}`, { field, in: 'body', issue: 'is required' }];
  const known = Object.keys(properties).join(', ');
  return ['Unknown field nmae', { field: 'nmae', in: 'body', issue: `is unknown; known are ${known}` }];
}

function wrongParameter({ operation }: Route): Example | null {
  const parameters = (operation.parameters ?? []).filter(
    (parameter): parameter is ParameterObject => 'in' in parameter && parameter.in === 'query',
  );
  const parameter = parameters.find(({ name }) => name === 'limit') ?? parameters[0];
  if (!parameter) return null;
  const { name } = parameter;
  const issue = mustBe(parameter.schema as Schema);
  return [`Invalid ${name} parameter`, { field: name, in: 'query', issue, received: 'abc' }];
}

/** In the words of common/readings.ts. */
function mustBe({ type, enum: values, minimum }: Schema): string {
  if (values) return `must be one of ${values.join(', ')}`;
  return type === 'boolean' ? 'must be true or false' : `must be an integer of at least ${minimum ?? 0}`;
}
