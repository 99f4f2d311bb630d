import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';
import { InvalidValue, type NestedReading } from './readings.js';

/**
 * An input on its way into a DTO. class-transformer copies what it can see into, where `__proto__` is no plain name,
 * and calls what a nested `constructor` holds; it cannot see into this.
 */
export class GivenValue {
  readonly #raw: unknown;

  constructor(raw: unknown) {
    this.#raw = raw;
  }

  get raw(): unknown {
    return this.#raw;
  }
}

interface FieldOptions {
  /** PATCH: `null` clears the field. */
  nullable?: boolean;
  /** May be left out. */
  optional?: boolean;
}

/**
 * A field of a DTO with the one rule that reads it: what the rule accepts is converted, what it refuses keeps
 * the reason for the error's `details`. The rule's schema goes into the OpenAPI document.
 */
export function Field<T>(
  read: (raw: unknown) => NestedReading<T>,
  schema: ApiPropertyOptions = {},
  options: FieldOptions = {},
): PropertyDecorator {
  return applyDecorators(
    Transform(({ obj, key }: { obj: Record<string, GivenValue>; key: string }) =>
      convert(read, obj[key]?.raw, options),
    ),
    ValidateIf((_, value) => !(value === undefined && options.optional)),
    ValidateBy({
      name: 'reading',
      validator: {
        validate: (value) => !(value instanceof InvalidValue) && value !== undefined,
        defaultMessage: () => 'is required',
      },
    }),
    ApiProperty({
      ...schema,
      ...(options.nullable && { nullable: true }),
      ...(options.optional && { required: false }),
    } as ApiPropertyOptions),
  );
}

/**
 * A rule between fields, beside a field's own: `judge` sees all of them as they were read and says what is wrong, or
 * null. A field that could not be read is an `InvalidValue` there, and reported for itself.
 */
export const Rule = (judge: (dto: never) => string | null): PropertyDecorator =>
  ValidateBy({
    name: 'rule',
    validator: {
      validate: (_, args) => judge(args?.object as never) === null,
      defaultMessage: (args) => judge(args?.object as never) ?? '',
    },
  });

function convert<T>(
  read: (raw: unknown) => NestedReading<T>,
  value: unknown,
  options: FieldOptions,
): unknown {
  if (value === undefined || (value === null && options.nullable)) return value;
  const reading = read(value);
  return 'value' in reading ? reading.value : new InvalidValue(reading);
}
