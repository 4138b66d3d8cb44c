import type { PagePart } from './page-parts.ts';
import type { Paragraph } from './text-parts.ts';

/** A broken word, or several without the end of a sentence: the labels of figures are fewer. */
const unfinished = /-$|(?:\S+\s+){3}\S*[\p{L}\d,]$/u;

/** A word in small letters, by which no sentence begins. */
const goingOn = /^\p{Ll}[\p{L}’'-]*(?:[\s.,;:)]|$)/u;

/**
 * Which of the parts before it a paragraph goes on with: the last, or for one that is no small print the last above
 * that. -1 where that is no paragraph, has ended, or where this begins with more than a small letter.
 */
export function indexToGoOn(parts: readonly PagePart[], { text, isSmall = false }: Paragraph): number {
  const index = isSmall ? parts.length - 1 : parts.findLastIndex((part) => !isSmallPrint(part));
  const before = parts[index];
  const goesOn =
    before?.kind === 'paragraph' &&
    isSmallPrint(before) === isSmall &&
    unfinished.test(before.text) &&
    goingOn.test(text);
  return goesOn ? index : -1;
}

function isSmallPrint(part: PagePart): boolean {
  return part.kind === 'paragraph' && part.isSmall === true;
}
