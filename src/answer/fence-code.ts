import { codeFences } from '../text/code-fence.ts';

/**
 * A quote whose code is told from prose by fences (CommonMark 0.31, section 4.5), as far as the quote does not have
 * them: both where all of it `isCode`, quoted without them; the closing one where code goes on behind it.
 */
export function fenceCode(quote: string, isCode: boolean): string {
  const fences = codeFences(quote);
  if (isCode && fences.length === 0) return `\`\`\`\n${quote}\n\`\`\``;
  return !isCode && fences.length % 2 === 1 ? `${quote}\n${fences.at(-1)?.marks}` : quote;
}
