/**
 * The same value, with every look into it counted: the properties read and the names listed, at any depth. Tests use
 * the count where others would use a clock.
 */
export function watched<T>(value: T, counter: { reads: number }): T {
  if (typeof value !== 'object' || value === null) return value;
  const count = <R>(result: R, times = 1): R => {
    counter.reads += times;
    return result;
  };
  return new Proxy(value, {
    get: (target, name) => count(watched<unknown>(Reflect.get(target, name), counter)),
    getOwnPropertyDescriptor: (target, name) => count(Reflect.getOwnPropertyDescriptor(target, name)),
    ownKeys: (target) => {
      const keys = Reflect.ownKeys(target);
      return count(keys, keys.length);
    },
  });
}
