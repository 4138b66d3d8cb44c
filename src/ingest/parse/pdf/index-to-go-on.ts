import type { PagePart } from './page-parts.ts';
import type { Paragraph } from './text-parts.ts';

/** Words before the last of what is a sentence: the labels of figures have fewer. */
const minWordsBefore = 3;

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
    isUnfinished(before.text) &&
    goingOn.test(text);
  return goesOn ? index : -1;
}

/** Whether a text ends with a broken word, or with several and no end of a sentence. */
function isUnfinished(text: string): boolean {
  if (text.endsWith('-')) return true;
  const most = minWordsBefore + 1;
  return /[\p{L}\d,]$/u.test(text) && text.trimStart().split(/\s+/, most).length === most;
}

function isSmallPrint(part: PagePart): boolean {
  return part.kind === 'paragraph' && part.isSmall === true;
}
