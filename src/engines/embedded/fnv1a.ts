/** Where the hash of nothing stands, and what each step multiplies by. */
export const offset = 0x811c9dc5;
export const prime = 0x01000193;

/** FNV-1a in 32 bits, signed (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function fnv1a(bytes: Uint8Array): number {
  let hash = offset;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), prime);
  return hash;
}

/** {@link fnv1a} over the UTF-8 of a text, which is not made where the text is ASCII. */
export function fnv1aOfText(text: string): number {
  let hash = offset;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return fnv1a(Buffer.from(text));
    hash = Math.imul(hash ^ unit, prime);
  }
  return hash;
}
