import { badTextIn, decodeUtf8, MalformedBody } from '../common/body-text.js';

/** Field of every form: proves that the form came from a page of ours. */
export const FORM_TOKEN = '_token';

/** Field of every form that makes something: names this filling-in, so that sending it twice acts once. */
export const FORM_ID = '_form';

/** What a person filled in: `application/x-www-form-urlencoded`, of which each name may come several times. */
export class Form {
  private constructor(private readonly fields: URLSearchParams) {}

  static empty = (): Form => new Form(new URLSearchParams());

  /** The fields as a page shows them before anything was typed. */
  static of = (fields: Record<string, string | readonly string[]>): Form =>
    new Form(
      new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) =>
          (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
        ),
      ),
    );

  /** @throws InvalidRequest when the bytes are no text that could be stored */
  static read(body: Uint8Array): Form {
    const fields = new URLSearchParams(decodeUtf8(body, 'form'));
    for (const [name, value] of fields)
      if (badTextIn(name + value)) throw new MalformedBody('nul', 'form', 'must not contain a NUL character');
    return new Form(fields);
  }

  /** What was typed, without white space around it; empty when the field is not there. */
  text(name: string): string {
    return (this.fields.get(name) ?? '').trim();
  }

  /** As it was typed: passwords. */
  raw(name: string): string {
    return this.fields.get(name) ?? '';
  }

  /** What was typed, or undefined for nothing: a field of a new thing that may be left out. */
  given(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  /** What was typed, or null for nothing: a field of a change that may be emptied. */
  nullable(name: string): string | null {
    return this.text(name) || null;
  }

  all(name: string): string[] {
    return this.fields.getAll(name).map((value) => value.trim());
  }

  /** The names of its fields. */
  names(): string[] {
    return [...this.fields.keys()];
  }

  /** The same with its fields changed: a row more or less. */
  changed(change: (fields: [name: string, value: string][]) => [name: string, value: string][]): Form {
    return new Form(new URLSearchParams(change([...this.fields])));
  }

  /** The same with those fields of another form in the place of its own. */
  with(other: Form, isTaken: (name: string) => boolean): Form {
    const kept = [...this.fields].filter(([name]) => !isTaken(name));
    return new Form(new URLSearchParams([...kept, ...[...other.fields].filter(([name]) => isTaken(name))]));
  }

  checked(name: string): boolean {
    return this.fields.has(name);
  }
}
