import { NotFound } from './app-error.js';
import { readUuid } from './readings.js';
import type { PipeTransform } from '@nestjs/common';

/** An id in a path. What is no UUID names nothing that exists: the same 404 as for an unknown one. */
export class IdPipe implements PipeTransform<string, string> {
  /** @param what the thing's name in the error: `Agent` gives `Agent not found` */
  constructor(private readonly what: string) {}

  transform(value: string): string {
    const id = readUuid(value);
    if ('issue' in id) throw new NotFound(this.what);
    return id.value;
  }
}
