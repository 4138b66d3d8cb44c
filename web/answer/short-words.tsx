import { fenceOf } from '../../src/text/sentences/code-fence.ts';
import { withInlineFormulas } from '../../src/text/sentences/formula.ts';
import { isDelimiterRow, rowCells } from '../../src/text/sentences/row-cells.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import { inlineMarkup } from '../source/inline-markup.ts';
import { InlineText } from '../source/inline-text.tsx';
import { isDivider } from './line-reader.ts';
import { quotedTable } from './quoted-markdown.ts';

/** Words of an answer. Markdown's inline marks are set instead of shown; the source shows them as they are. */
export function FormattedText({ text }: { readonly text: string }) {
  return <InlineText text={text} pieces={inlineMarkup(text)} renderMark={() => null} />;
}

interface ShortWordsProps {
  readonly text: string;
  /** What the block is that they lie in; null where it is not known, or they lie in several. */
  readonly kind: ShownCitation['kind'];
}

/**
 * Words of a document as one flow, without marks of form: the cells of a row and the items of a list behind points, one
 * row behind the other's semicolon.
 */
export function ShortWords({ text, kind }: ShortWordsProps) {
  let words = '';
  let isBehindRow = false;
  for (const line of text.split('\n')) {
    const cells = cellsOf(line, kind);
    const said = cells?.join(' · ') ?? line.replace(/^\s*(?:#{1,6}|>)\s/, '').replace(/^\s*[-*+•]\s/, '· ');
    if (said.trim() === '' || isOnlyForm(line)) continue;
    const between = isBehindRow && cells ? '; ' : ' ';
    words += words === '' ? said.replace(/^· /, '') : between + said;
    isBehindRow = cells !== undefined;
  }
  return <FormattedText text={withInlineFormulas(words)} />;
}

/** Whether a line says nothing, but what stands above or below it is. */
function isOnlyForm(line: string): boolean {
  return isDelimiterRow(line) || isDivider(line) || fenceOf(line) !== undefined;
}

/** The cells of a row that say something; undefined where a line is none. */
function cellsOf(line: string, kind: ShownCitation['kind']): readonly string[] | undefined {
  const isTable = kind === 'table' || kind === 'table-header';
  if (!isTable && !/^\s*\|/.test(line)) return undefined;
  const row = quotedTable({ kind: 'table', quote: line });
  const cells = /^\s*\|/.test(row) ? rowCells(row).filter((cell) => cell !== '') : [];
  return cells.length > 0 ? cells : undefined;
}
