/** Where to go after signing in: a page of the settings, never another site; anything else is the first page. */
export function localPath(wanted: string | undefined): string {
  // `//host` and `/\host` are other sites to a browser, and `..` leads out.
  const isPage = wanted !== undefined && /^\/settings(?:[/?][\w\-./?=&%:+~]*)?$/.test(wanted);
  return isPage && !wanted.includes('//') && !wanted.includes('..') ? wanted : '/settings';
}
