import { Team } from '../../src/accounts/team.service.js';
import type { Role } from '../../src/auth/person.js';
import { Transactions } from '../../src/database/transactions.service.js';
import type { TestService } from './service.js';

/** A page as a browser gets it; redirects are not followed. */
export interface Seen {
  status: number;
  headers: Headers;
  location: string | null;
  html: string;
}

type Fields = Record<string, string | string[]>;

/** Somebody with a browser without scripts: keeps cookies, sends forms with what their page gave them. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly url: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get(path: string): Promise<Seen> {
    return this.send(path, { method: 'GET' });
  }

  /** Sends a form that stands on `page`, with its hidden fields. */
  async submit(page: string, action: string, fields: Fields = {}): Promise<Seen> {
    return this.post(action, { ...(await this.hiddenOf(page, action)), ...fields });
  }

  /** The hidden fields of a form. */
  async hiddenOf(page: string, action: string): Promise<Record<string, string>> {
    const { html } = await this.get(page);
    const form = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, 's').exec(html)?.[1] ?? '';
    const hidden = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    return Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
  }

  post(path: string, fields: Fields): Promise<Seen> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      ),
    );
    return this.send(path, { method: 'POST', body });
  }

  /** Sends a file by the form that stands on `page`. */
  async upload(
    page: string,
    action: string,
    file: { name: string; content: string | Uint8Array },
  ): Promise<Seen> {
    const body = new FormData();
    for (const [name, value] of Object.entries(await this.hiddenOf(page, action))) body.append(name, value);
    body.append('file', new File([file.content as string], file.name, { type: 'text/csv' }));
    return this.send(action, { method: 'POST', body });
  }

  private async send(path: string, init: RequestInit): Promise<Seen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.url), {
      ...init,
      redirect: 'manual',
      headers: { ...this.headers, cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, location, html: await response.text() };
  }
}

export const PASSWORD = 'correct horse battery staple';

let people = 0;

/** Somebody of an organization, signed in by the link of their invitation. */
export async function aVisitor(
  service: TestService,
  organizationId: string,
  role: Role = 'owner',
  email = `person-${++people}@example.com`,
): Promise<Visitor & { email: string }> {
  const link = await service.app
    .get(Transactions)
    .run((tx) => service.app.get(Team).invite(tx, organizationId, { email, role }, 'cli'));
  const visitor = new Visitor(service.url);
  const path = new URL(link ?? '').pathname;
  await visitor.submit(path, path, { password: PASSWORD });
  return Object.assign(visitor, { email });
}
