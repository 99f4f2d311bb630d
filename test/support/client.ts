/** What came back from the service. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** The body as it came. */
  text: string;
  /** The body as JSON; undefined when there is none. */
  body: T;
}

export interface Credentials {
  organizationId: string;
  apiKey: string;
}

type HeaderValues = Record<string, string>;

/** A REST consumer with the credentials of one organization. */
export class Client {
  constructor(
    readonly url: string,
    readonly credentials: Credentials,
  ) {}

  get organizationId(): string {
    return this.credentials.organizationId;
  }

  /** The same organization, another key or replica. */
  with(changes: { url?: string; apiKey?: string }): Client {
    return new Client(changes.url ?? this.url, {
      ...this.credentials,
      apiKey: changes.apiKey ?? this.credentials.apiKey,
    });
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  get<T = any>(path: string, headers: HeaderValues = {}): Promise<Answer<T>> {
    return this.send('GET', path, undefined, headers);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  post<T = any>(path: string, body?: unknown, headers: HeaderValues = {}): Promise<Answer<T>> {
    return this.send('POST', path, body, headers);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  patch<T = any>(path: string, body: unknown, headers: HeaderValues = {}): Promise<Answer<T>> {
    return this.send('PATCH', path, body, headers);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  delete<T = any>(path: string, headers: HeaderValues = {}): Promise<Answer<T>> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** A string or bytes are sent as they are, anything else as JSON. */
  async send<T>(method: string, path: string, body: unknown, headers: HeaderValues): Promise<Answer<T>> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    return request<T>(this.url + path, {
      method,
      headers: {
        'x-api-key': this.credentials.apiKey,
        'x-organization-id': this.credentials.organizationId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    });
  }
}

/** One request as it is, without credentials. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
export async function request<T = any>(url: string, init: RequestInit = {}): Promise<Answer<T>> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson && text !== '' ? JSON.parse(text) : undefined) as T,
  };
}
