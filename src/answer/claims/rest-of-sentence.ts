/** What ends a sentence: a stop at once or before white space, since it may as well stand within a number. */
const end = /^\s*[.!?…]|[.!?…](?=\s)|[。！？।؟]|\n/;

/** More than this is not waited for, in UTF-16 code units. */
const longest = 300;

/**
 * What stands behind a place of a sentence until its end, of words that arrive piece by piece; undefined where what is
 * still to come tells. However they are cut it is the same.
 */
export function restOfSentence(words: string): string | undefined {
  const at = end.exec(words)?.index ?? words.length;
  if (at > longest || (at === words.length && words.length > longest)) return words.slice(0, longest);
  return at < words.length ? words.slice(0, at).trim() : undefined;
}
