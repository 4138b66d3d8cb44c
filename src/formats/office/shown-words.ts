import { struckWords } from '../struck-words.ts';
import { superscript } from '../superscript.ts';
import { symbolText } from '../symbol-font.ts';

/** How words are set. */
export interface WordForm {
  readonly isRaised?: boolean;
  readonly isStruck?: boolean;
  readonly font?: string | undefined;
}

/**
 * Words as the page shows them: raised figures, the signs of symbol fonts, what is struck out. Its neighbours are to be
 * joined by `joinStruck`.
 */
export function shownWords(words: string, { isRaised, isStruck, font }: WordForm): string {
  const shown = (isRaised ? superscript(words.trim()) : undefined) ?? symbolText(words, font);
  return isStruck ? struckWords(shown) : shown;
}
