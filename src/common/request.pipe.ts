import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { InvalidRequest, type Issue } from './app-error.js';
import { BAD_TEXT_ISSUES, badTextIn } from './body-text.js';
import { GivenValue } from './field.decorator.js';
import { nearestName } from './nearest-name.js';
import { InvalidValue } from './readings.js';
import { shorten } from './shorten.js';

type Place = 'query' | 'body';
type Dto = new () => object;

/** Turns a query or a JSON body into its DTO, or refuses it naming every bad input. */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if ((type !== 'query' && type !== 'body') || !metatype || metatype === Object) return value;
    // A request without a body gives no fields: those that are required are named as missing.
    const input = value === undefined ? {} : value;
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw new InvalidRequest('Invalid JSON body');
    return readDto(metatype as Dto, input as Record<string, unknown>, type);
  }
}

function readDto(dto: Dto, input: Record<string, unknown>, place: Place): object {
  const names = fieldNames(dto);
  const unknown = Object.keys(input).filter((name) => !names.includes(name));
  // Only known names: an own key `__proto__` would change the instance's prototype.
  const known = Object.fromEntries(
    names.filter((name) => Object.hasOwn(input, name)).map((name) => [name, new GivenValue(input[name])]),
  );
  const instance = plainToInstance(dto, known, { exposeDefaultValues: true });
  const wrong = new Map<string, readonly Issue[]>(
    validateSync(instance, { stopAtFirstError: true }).map((error) => [
      error.property,
      issuesOf(error, place, input),
    ]),
  );
  for (const [name, value] of place === 'query' ? Object.entries(input) : []) {
    // Bodies were read as strict JSON; a query says anything.
    const issue = Array.isArray(value) ? 'must be given once' : textIssue(value);
    if (issue) wrong.set(name, [issueOf(name, place, issue, input)]);
  }
  const firstName = names.find((name) => wrong.has(name)) ?? unknown[0];
  if (firstName !== undefined) {
    throw new InvalidRequest(headline(firstName, place, names), [
      ...names.flatMap((name) => wrong.get(name) ?? []),
      ...unknown.map((name) => unknownIssue(name, place, names)),
    ]);
  }
  return instance;
}

/** What is wrong with a text that PostgreSQL could not take. */
function textIssue(value: unknown): string | null {
  const fault = typeof value === 'string' ? badTextIn(value) : null;
  return fault && BAD_TEXT_ISSUES[fault];
}

/** The DTO's fields in the order they are written: the contract's order. */
function fieldNames(dto: Dto): string[] {
  const known = fieldNamesOf.get(dto);
  if (known) return known;
  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(dto, '', false, false);
  const names = [...new Set(metadata.map(({ propertyName }) => propertyName))];
  fieldNamesOf.set(dto, names);
  return names;
}
const fieldNamesOf = new WeakMap<Dto, string[]>();

function headline(name: string, place: Place, names: string[]): string {
  const kind = place === 'query' ? ' parameter' : '';
  if (!names.includes(name)) return `Unknown ${place === 'query' ? 'parameter' : 'field'} ${shorten(name)}`;
  return `Invalid ${name}${kind}`;
}

/** What is wrong with one field: one thing, or each of its parts that are. */
function issuesOf(
  { property, value, constraints }: ValidationError,
  place: Place,
  input: Record<string, unknown>,
): readonly Issue[] {
  const problem = value instanceof InvalidValue ? value.problem : null;
  if (problem && 'issues' in problem) return problem.issues;
  const issue = problem?.issue ?? Object.values(constraints ?? {})[0] ?? 'is invalid';
  return [issueOf(property, place, issue, input)];
}

function issueOf(name: string, place: Place, issue: string, input: Record<string, unknown>): Issue {
  return {
    field: name,
    in: place,
    issue,
    ...(Object.hasOwn(input, name) && { received: shorten(input[name]) }),
  };
}

function unknownIssue(name: string, place: Place, names: string[]): Issue {
  const nearest = nearestName(name, names);
  return {
    field: String(shorten(name)),
    in: place,
    issue: nearest ? `is unknown; did you mean ${nearest}?` : `is unknown; known are ${names.join(', ')}`,
  };
}
