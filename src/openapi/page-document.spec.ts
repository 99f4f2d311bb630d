import type { OpenAPIObject } from '@nestjs/swagger';
import { pageDocument } from './page-document.js';

const document = (schema: object): OpenAPIObject =>
  ({
    paths: {
      '/calls': {
        get: { parameters: [{ name: 'p', in: 'query', description: 'A filter.', schema }], responses: {} },
      },
    },
  }) as unknown as OpenAPIObject;

const parameterOf = (whole: OpenAPIObject) => whole.paths['/calls']?.get?.parameters?.[0];

describe('the document for the page', () => {
  it.each([
    ['a text', { type: 'string', example: '+13125550100' }, 'A filter. For example `+13125550100`.'],
    ['a list', { type: 'array', items: {}, example: ['a', 'b'] }, 'A filter. For example `a,b`.'],
    ['nothing', { type: 'string' }, 'A filter.'],
  ])('tells the example of a parameter instead of filling it in: %s', (_, schema, description) => {
    const parameter = parameterOf(pageDocument(document(schema)));
    expect(parameter).toMatchObject({ description });
    expect(parameter).not.toHaveProperty('schema.example');
  });

  it('keeps what is sent anyway', () => {
    const parameter = parameterOf(pageDocument(document({ type: 'integer', default: 50 })));
    expect(parameter).toMatchObject({ schema: { default: 50 } });
  });

  it('leaves the document itself as it is', () => {
    const whole = document({ type: 'string', example: 'x' });
    pageDocument(whole);
    expect(parameterOf(whole)).toMatchObject({ schema: { example: 'x' } });
  });
});
