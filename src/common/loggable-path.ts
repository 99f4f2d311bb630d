const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A word of our routes. Tokens are longer; names, numbers and addresses have other characters. */
const ROUTE_WORD = /^[a-z][a-z0-9.-]{0,23}$/;

/** A URL as a log may hold it: its path, with what is neither a word of a route nor an id left out. */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path
    .split('/')
    .map((part) => (part === '' || UUID.test(part) || ROUTE_WORD.test(part) ? part : '…'))
    .join('/');
}
