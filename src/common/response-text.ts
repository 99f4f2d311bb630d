const UTF8 = new TextDecoder();

/**
 * The beginning of a body, as its pieces come. A character cut in two at the limit is dropped; bytes that are no UTF-8,
 * and NUL (which PostgreSQL's text refuses), become U+FFFD.
 */
export class ResponseText {
  private readonly kept: Uint8Array[] = [];
  private length = 0;

  /**
   * @param limit most bytes that are kept
   * @param readLimit most bytes that are read, so that the connection can be used again
   */
  constructor(
    private readonly limit: number,
    private readonly readLimit: number,
  ) {}

  /** It has more than is kept. */
  get truncated(): boolean {
    return this.length > this.limit;
  }

  get text(): string {
    const [first = new Uint8Array(), ...more] = this.kept;
    const bytes = more.length > 0 ? Buffer.concat(this.kept) : first;
    const text = this.truncated ? new TextDecoder().decode(bytes, { stream: true }) : UTF8.decode(bytes);
    return text.replaceAll('\0', '\uFFFD');
  }

  /** @returns whether more is to be read */
  add(piece: Uint8Array): boolean {
    if (this.length < this.limit) this.kept.push(piece.subarray(0, this.limit - this.length));
    this.length += piece.length;
    return this.length <= this.readLimit;
  }
}
