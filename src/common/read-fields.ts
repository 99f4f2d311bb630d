import { RequestPipe } from './request.pipe.js';

/** Reads fields by the same rules as a request's body; those that are undefined count as not given. @throws InvalidRequest */
export function readFields<T extends object>(dto: new () => T, fields: Record<string, unknown>): T {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return new RequestPipe().transform(given, { type: 'body', metatype: dto }) as T;
}
