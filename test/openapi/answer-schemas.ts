import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';

export type Json = Record<string, unknown>;

/** The document as the service serves it. */
export async function servedDocument(url: string): Promise<OpenAPIObject> {
  const response = await fetch(`${url}/openapi.json`);
  expect(response.status).toBe(200);
  return (await response.json()) as OpenAPIObject;
}

/**
 * Judges answers and examples by the document's schemas, more strictly than a client should: a key that is not in the
 * document is a mistake of ours.
 */
export class AnswerSchemas {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenAPIObject) {
    // ajv-formats is CommonJS: its function is the default export's own default under ESM types.
    (formats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema({ ...(closed(structuredClone(document)) as Json), $id: 'document' });
  }

  /** What is wrong with a value; empty when nothing is. */
  problems(schema: AnySchema, value: unknown): string[] {
    const text = JSON.stringify(closed(structuredClone(schema)), (key, node: unknown) =>
      key === '$ref' && typeof node === 'string' ? `document${node}` : node,
    );
    const validate = this.compiled.get(text) ?? this.ajv.compile(JSON.parse(text) as AnySchema);
    this.compiled.set(text, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
        );
  }
}

/** Every object that names its keys takes no others. */
function closed(node: unknown): unknown {
  if (typeof node === 'object' && node !== null) {
    for (const child of Object.values(node)) closed(child);
    const schema = node as Json;
    if (schema['type'] === 'object' && schema['properties'] && schema['additionalProperties'] === undefined)
      schema['additionalProperties'] = false;
  }
  return node;
}
