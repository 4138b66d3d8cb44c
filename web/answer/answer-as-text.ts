import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { footnotePlace } from './footnote-place.ts';
import { quotedTable } from './quoted-markdown.ts';

/**
 * An answer to be pasted elsewhere: its words with the numbers of its footnotes, as Markdown where they have a form,
 * and below them where each of them stands; which collection that is in where it is of several.
 */
export function answerAsText(
  { text, citations }: Pick<Turn, 'text' | 'citations'>,
  { isOfSeveral }: { readonly isOfSeveral: boolean },
): string {
  const footnotes = citations.map(
    (citation) => `[${citation.number}] ${footnotePlace(citation, isOfSeveral)}`,
  );
  const words = citations.reduce(withTable, text.trim()).replace(marksBehindRow, '$1$2 |');
  return [words, footnotes.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** In Markdown nothing stands behind the last bar of a row. */
const marksBehindRow = /^([ \t]*\|.*)\|[ \t]*((?:\[\d+\])+)[ \t]*$/gm;

/** The answer with one table that it quotes as Markdown has tables. */
function withTable(answer: string, { kind, quote, number }: ShownCitation): string {
  if (quote === null || (kind !== 'table' && kind !== 'table-header')) return answer;
  const marked = quotedTable({ kind, quote }).replace(/$|\n\|(?:---\|)+$/, (rule) => ` [${number}]${rule}`);
  return answer.replace(`${quote} [${number}]`, () => marked);
}
