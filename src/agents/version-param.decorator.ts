import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { NotFound } from '../common/app-error.js';
import { readIntegerText } from '../common/readings.js';
import { Refuses } from '../common/refuses.decorator.js';

const NUMBERS = { min: 1, max: 2_147_483_647 };
export const readVersion = readIntegerText(NUMBERS);

/** What is no number names no version: the same 404 as for one that is not there. */
class VersionPipe implements PipeTransform<string, number> {
  transform(raw: string): number {
    const version = readVersion(raw);
    if ('issue' in version) throw new NotFound('Agent version');
    return version.value;
  }
}

/** An agent's version in the path, and its place in the document. */
export const VersionParam = (): ParameterDecorator => (target, key, index) => {
  Param('version', new VersionPipe())(target, key, index);
  const method = Object.getOwnPropertyDescriptor(target, key ?? '');
  if (!method || !key) return;
  const schema = { type: 'integer', minimum: NUMBERS.min, maximum: NUMBERS.max, example: 1 };
  ApiParam({ name: 'version', description: 'Counts the changes of the agent from 1.', schema })(
    target,
    key,
    method,
  );
  Refuses([404, 'agent_version_not_found', 'Agent version not found', 'the agent has no such version'])(
    target,
    key,
    method,
  );
};
