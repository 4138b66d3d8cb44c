import { codeBlocks } from '../../text/sentences/code-fence.ts';

/**
 * A quote whose code is told from prose by fences (CommonMark 0.31, section 4.5), as far as the quote does not have
 * them: both where all of it `isCode`, quoted without them; the closing one where code goes on behind it.
 */
export function fenceCode(quote: string, isCode: boolean): string {
  const last = codeBlocks(quote).at(-1);
  if (isCode) return last ? quote : `\`\`\`\n${quote}\n\`\`\``;
  return last?.isOpen ? `${quote}\n${last.fence}` : quote;
}

/** What parts a footnote mark from the words before it: a line that ends code has nothing else on it. */
export function gapBehind(words: string): string {
  const last = codeBlocks(words).at(-1);
  return last?.end === words.length ? lineBehind(last.fence) : ' ';
}

/** A new line behind code, as far in as its fence. */
export function lineBehind(fence: string): string {
  return `\n${fence.slice(0, fence.search(/\S/))}`;
}
