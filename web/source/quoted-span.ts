import type { OpenSource } from '../route.ts';

/** Where in a document words were quoted: `[start, end)` in UTF-16 code units of its text at that time. */
export interface QuotedSpan {
  readonly start: number;
  readonly end: number;
  /** Their fingerprint; undefined where it is not known which words they were. */
  readonly fingerprint: number | undefined;
}

/** The place of a quote that stands there. */
export function quotedSpan(
  { start, end }: { readonly start: number; readonly end: number },
  quote: string,
): QuotedSpan {
  return { start, end, fingerprint: fingerprintOf(quote) };
}

/**
 * Where a document has the quoted words by now: where it had them, else the nearest place that has them; undefined
 * where there is none. Without a fingerprint it is where it was. One pass over the text, whose windows are told by
 * rolling hash (https://doi.org/10.1147/rd.312.0249).
 */
export function findQuoted(
  text: string,
  { start, end, fingerprint }: QuotedSpan,
): { readonly start: number; readonly end: number } | undefined {
  if (fingerprint === undefined || fingerprintOf(text.slice(start, end)) === fingerprint)
    return { start, end };
  const length = end - start;
  if (length > text.length) return undefined;
  const weightOfFirst = powerOfBase(length - 1);
  let nearest: number | undefined;
  let hash = fingerprintOf(text.slice(0, length));
  for (let at = 0; at + length <= text.length; at += 1) {
    if (hash === fingerprint && Math.abs(at - start) < Math.abs((nearest ?? Infinity) - start)) nearest = at;
    const withoutFirst = hash - Math.imul(text.charCodeAt(at), weightOfFirst);
    hash = (Math.imul(withoutFirst, base) + text.charCodeAt(at + length)) >>> 0;
  }
  return nearest === undefined ? undefined : { start: nearest, end: nearest + length };
}

const base = 16_777_619;

/** The code units of a text as digits of a number, modulo 2³². */
function fingerprintOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, base) + text.charCodeAt(index)) >>> 0;
  }
  return hash;
}

function powerOfBase(exponent: number): number {
  let power = 1;
  for (let times = 0; times < exponent; times += 1) power = Math.imul(power, base);
  return power;
}

/** Whether the opened source shows exactly this place. */
export function isOpen(
  source: OpenSource | undefined,
  place: { readonly documentId: string; readonly start: number; readonly end: number },
): boolean {
  return (
    source?.documentId === place.documentId &&
    source.span?.start === place.start &&
    source.span.end === place.end
  );
}
