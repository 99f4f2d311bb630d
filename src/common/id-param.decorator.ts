import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { IdPipe } from './id.pipe.js';
import { notFoundCode } from './app-error.js';
import { Refuses } from './refuses.decorator.js';

const UUID = { type: 'string', format: 'uuid', example: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e' } as const;

/**
 * An id in the path, and its place in the document. What is no UUID is not found, like an unknown one.
 * @param what the thing's name in the error: `Agent` gives `Agent not found`
 */
export const IdParam =
  (what: string, name = 'id'): ParameterDecorator =>
  (target, key, index) => {
    Param(name, new IdPipe(what))(target, key, index);
    const method = Object.getOwnPropertyDescriptor(target, key ?? '');
    if (method && key) {
      ApiParam({ name, description: `Id of the ${what}.`, schema: UUID })(target, key, method);
      Refuses([404, notFoundCode(what), `${what} not found`, 'the organization has none with this id'])(
        target,
        key,
        method,
      );
    }
  };
