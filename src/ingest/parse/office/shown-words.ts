import { superscript } from '../superscript.ts';
import { symbolText } from '../symbol-font.ts';

/** Words as the page shows them: raised figures, and the signs of symbol fonts. */
export function shownWords(
  words: string,
  { isRaised = false, font }: { readonly isRaised?: boolean; readonly font?: string | undefined },
): string {
  return (isRaised ? superscript(words.trim()) : undefined) ?? symbolText(words, font);
}
