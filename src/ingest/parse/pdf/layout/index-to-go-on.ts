import type { PagePart } from './page-parts.ts';
import type { Paragraph } from './text-parts.ts';

/** Words before the last of what is a sentence: the labels of figures have fewer. */
const minWordsBefore = 3;

/** A word in small letters, by which no sentence begins. */
const goingOn = /^\p{Ll}[\p{L}’'-]*(?:[\s.,;:)]|$)/u;

/**
 * Which of the parts before it a paragraph goes on with: the last, or for one that is no small print the last above
 * that. -1 where that is neither paragraph nor list, has ended, or where this begins with more than a small letter.
 */
export function indexToGoOn(parts: readonly PagePart[], { text, isSmall = false }: Paragraph): number {
  const index = isSmall ? parts.length - 1 : parts.findLastIndex((part) => !isSmallPrint(part));
  const before = parts[index];
  const ending = before && isSmallPrint(before) === isSmall ? openEnd(before) : undefined;
  return ending !== undefined && isUnfinished(ending) && goingOn.test(text) ? index : -1;
}

/** The text that words which go on with a part belong to: that of a paragraph, or of the last item of a list. */
export function openEnd(part: PagePart): string | undefined {
  if (part.kind === 'paragraph') return part.text;
  return part.kind === 'list' ? part.items.at(-1)?.text : undefined;
}

/** A part with another text in the place of its open end. */
export function withOpenEnd<Part extends PagePart>(part: Part, text: string): Part {
  if (part.kind !== 'list') return { ...part, text };
  const last = part.items.length - 1;
  return { ...part, items: part.items.map((item, index) => (index === last ? { ...item, text } : item)) };
}

/** Whether a text ends with a broken word, or with several and no end of a sentence. */
function isUnfinished(text: string): boolean {
  if (/[-\u00ad]$/.test(text)) return true;
  const most = minWordsBefore + 1;
  return /[\p{L}\d,]$/u.test(text) && text.trimStart().split(/\s+/, most).length === most;
}

function isSmallPrint(part: PagePart): boolean {
  return part.kind === 'paragraph' && part.isSmall === true;
}
