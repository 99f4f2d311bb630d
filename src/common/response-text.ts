/**
 * Reads at most `readLimit` bytes of a body and gives the first `limit` of them as text; leaving the loop
 * early ends the connection. A character cut in two at the limit is dropped; bytes that are no UTF-8, and NUL
 * (which PostgreSQL's text refuses), become U+FFFD.
 */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  readLimit: number,
): Promise<{ body: string; truncated: boolean }> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (length < limit) kept.push(chunk.subarray(0, limit - length));
    length += chunk.length;
    if (length > readLimit) break;
  }
  const truncated = length > limit;
  const text = new TextDecoder().decode(Buffer.concat(kept), { stream: truncated });
  return { body: text.replaceAll('\0', '\uFFFD'), truncated };
}
