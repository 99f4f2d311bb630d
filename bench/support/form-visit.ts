/** Sends the form that a page posts to its own address, as a browser does. @returns where its answer leads */
export async function submitForm(url: string, cookie: string, path: string, file?: File): Promise<string> {
  const html = await (await fetch(url + path, { headers: { cookie } })).text();
  const form = html.slice(html.indexOf(`action="${path}"`)).split('</form>', 1)[0] ?? '';
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const body = file ? new FormData() : new URLSearchParams();
  for (const [, name = '', value = ''] of hidden) body.append(name, value);
  if (file && body instanceof FormData) body.append('file', file);
  const answer = await fetch(url + path, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${path}: ${answer.status}`);
  return location;
}
