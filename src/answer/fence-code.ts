const fenceLine = /^[ \t]*(`{3,}|~{3,})/gm;

/**
 * A quote whose code is told from prose by fences (CommonMark 0.31, section 4.5), as far as the quote does not have
 * them: both where all of it `isCode`, quoted without them; the closing one where code goes on behind it.
 */
export function fenceCode(quote: string, isCode: boolean): string {
  const fences = [...quote.matchAll(fenceLine)].map(([, marks = '']) => marks);
  if (isCode && fences.length === 0) return `\`\`\`\n${quote}\n\`\`\``;
  return !isCode && fences.length % 2 === 1 ? `${quote}\n${fences.at(-1)}` : quote;
}
