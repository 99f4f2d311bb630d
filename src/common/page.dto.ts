import { ApiProperty } from '@nestjs/swagger';
import { Field } from './field.decorator.js';
import { readIntegerText } from './readings.js';

export const PAGE_SIZE_DEFAULT = 50;
const PAGE_SIZE_MAX = 100;

/** Far beyond any list; a larger offset is refused instead of overflowing. */
const OFFSET_MAX = 2_147_483_647;

export const PageSize = (): PropertyDecorator =>
  Field(
    readIntegerText({ min: 1, max: PAGE_SIZE_MAX, clamp: true }),
    { type: Number, minimum: 1 },
    { optional: true },
  );

export const Offset = (): PropertyDecorator =>
  Field(
    readIntegerText({ min: 0, max: OFFSET_MAX }),
    { type: Number, minimum: 0, maximum: OFFSET_MAX, example: 0 },
    { optional: true },
  );

/** Which part of a list is wanted. */
export class PageQuery {
  /** Page size; a larger one is served as 100 and reported so. */
  @PageSize()
  limit: number = PAGE_SIZE_DEFAULT;

  /** Results to skip. */
  @Offset()
  offset: number = 0;
}

/** Where a page stands in its list. */
export class Pagination {
  /**
   * Number of items that match.
   * @example 137
   */
  total: number;
  /**
   * Page size applied.
   * @example 50
   */
  limit: number;
  /**
   * Results skipped.
   * @example 0
   */
  offset: number;
  /** True when further pages exist. */
  @ApiProperty()
  has_more: boolean;
}

export interface Page<T> {
  data: T[];
  pagination: Pagination;
}

/** Wraps the rows of one page and the number of all that match. */
export const pageOf = <T>(data: T[], total: number, { limit, offset }: PageQuery): Page<T> => ({
  data,
  pagination: { total, limit, offset, has_more: offset + data.length < total },
});
