import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']> & Record<`x-${string}`, unknown>;
export type Answer = Exclude<Operation['responses'][string], undefined | { $ref: string }>;
export type Schema = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string],
  { $ref: string }
>;

export type ParameterObject = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>;

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;
type Method = (typeof METHODS)[number];

/** An operation with what its address says about it. */
export interface Route {
  path: string;
  method: Method;
  operation: Operation;
}

/** Every operation of a document. */
export function* routesOf(document: OpenAPIObject): Generator<Route> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (operation) yield { path, method, operation };
    }
  }
}

/** Whether an operation asks for credentials. */
export const isProtected = ({ operation }: Route): boolean => (operation.security ?? []).length > 0;

/** Whether a parameter of this name can be sent. */
export const takes = ({ operation }: Route, name: string): boolean =>
  (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === name);

/** Follows a `$ref` inside the document, if it is one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what stands there
export function resolved<T>(document: OpenAPIObject, node: unknown): T {
  const ref = (node as { $ref?: string } | undefined)?.$ref;
  if (ref === undefined) return node as T;
  const target = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  return resolved(document, target);
}
