import type { Block } from '../../contracts/parser.ts';

/** A paragraph of plain text and where its lines are: `[start, end)` without blank lines around it. */
export interface PlainParagraph {
  readonly kind: 'paragraph';
  readonly start: number;
  readonly end: number;
}

const notBlank = /\S/;

const formFeeds = /^\f*/;

/** The paragraphs of `[start, end)` of a text: runs of lines between blank lines and form feeds. Linear. */
export function plainParagraphs(text: string, start = 0, end = text.length): (Block & PlainParagraph)[] {
  const paragraphs: (Block & PlainParagraph)[] = [];
  let first = -1;
  let last = -1;
  const close = () => {
    if (first !== -1) paragraphs.push({ kind: 'paragraph', start: first, end: last });
    first = -1;
  };
  for (let line = start; line < end; ) {
    const newline = text.indexOf('\n', line);
    const lineEnd = newline === -1 || newline > end ? end : newline;
    const content = text.slice(line, lineEnd);
    const feeds = formFeeds.exec(content)?.[0].length ?? 0;
    const isBlank = !notBlank.test(content);
    if (isBlank || feeds > 0) close();
    if (!isBlank) {
      if (first === -1) first = line + feeds;
      last = line + content.trimEnd().length;
    }
    line = lineEnd + 1;
  }
  close();
  return paragraphs;
}
