import type { Answer, Citation } from '../answer/answer.ts';
import { formatPlace } from './format-place.ts';
import type { Style } from './output.ts';
import { elide, printableLine, wrapLine } from './printable-text.ts';

/** An answer as a person reads it: the sentences with their `[n]`, then the footnotes. */
export function formatAnswer(answer: Answer, width: number, style: Style): string {
  const body = answer.answer.split('\n').flatMap((line) => wrapLine(printableLine(line), width));
  if (answer.abstained) return [style('yellow', 'Nothing relevant.'), ...body].join('\n');
  return [
    ...body.map((line) => line.replace(/\[\d+\]/g, (mark) => style('cyan', mark))),
    '',
    ...answer.citations.map((citation) => formatFootnote(citation, width, style)),
  ].join('\n');
}

/** `[1] place — "quote"`, indented under its number, the quote cut to what tells it apart. */
function formatFootnote(citation: Citation, width: number, style: Style): string {
  const mark = `[${citation.number}]`;
  const indent = ' '.repeat(mark.length + 1);
  const place = wrapLine(formatPlace(citation), width - indent.length);
  const quote = elide(`“${printableLine(citation.quote)}”`, width - indent.length);
  return [`${style('cyan', mark)} ${place.join(`\n${indent}`)}`, indent + style('dim', quote)].join('\n');
}
