import type { Block } from '../contracts/parser.ts';

const formFeed = 0x0c;

/** The paragraphs of `[start, end)` of a text: runs of lines between blank lines and form feeds. Linear. */
export function plainParagraphs(text: string, start = 0, end = text.length): Block[] {
  const paragraphs: Block[] = [];
  let paragraphStart = -1;
  let paragraphEnd = -1;
  const close = () => {
    if (paragraphStart !== -1)
      paragraphs.push({ kind: 'paragraph', start: paragraphStart, end: paragraphEnd });
    paragraphStart = -1;
  };
  for (let line = start; line < end; ) {
    const newline = text.indexOf('\n', line);
    const lineEnd = newline === -1 || newline > end ? end : newline;
    let first = line;
    while (first < lineEnd && text.charCodeAt(first) === formFeed) first += 1;
    const last = endOfWords(text, first, lineEnd);
    const isBlank = last === first;
    if (isBlank || first > line) close();
    if (!isBlank) {
      if (paragraphStart === -1) paragraphStart = first;
      paragraphEnd = last;
    }
    line = lineEnd + 1;
  }
  close();
  return paragraphs;
}

/** Where white space begins that goes on to the end of the span; most lines of a text have none. */
function endOfWords(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1);
  const isWord = end > start && last > 0x20 && last < 0x7f;
  return isWord ? end : start + text.slice(start, end).trimEnd().length;
}
