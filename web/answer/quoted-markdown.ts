import { fenceOf, fencePattern } from '../../src/text/sentences/code-fence.ts';
import { flowLines } from '../../src/text/sentences/note-marks.ts';
import { isDelimiterRow } from '../../src/text/sentences/row-cells.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import { listMarkerPattern } from '../source/inline-markup.ts';

/** What is quoted, of the kind that the block has which it stands in. */
export type Quoted = Pick<ShownCitation, 'kind'> & { readonly quote: string };

const lineWithForm = new RegExp(
  String.raw`^(?:[ \t]*(?:${listMarkerPattern})[ \t]|[ \t]*\||[ \t]*${fencePattern}|#{1,6} )`,
  'm',
);

/** A quote as Markdown has it, where an answer `said` it with its lines or on one. */
export function quotedMarkdown({ kind, quote }: Quoted, said: string): string {
  if (kind === 'table' || kind === 'table-header') return quotedTable({ kind, quote });
  const keepsLines = said.includes('\n');
  const isCode = kind === 'code' && keepsLines;
  if (!isCode && quote.includes('\n') && lineWithForm.test(quote)) return quote;
  if (!keepsLines) return flowLines(quote);
  return (isCode && fenceOf(quote) !== undefined) || (!isCode && isProse(quote)) ? quote : fenced(quote);
}

/** The rows of a quoted table between bars, with a rule below those of its header. */
export function quotedTable({ kind, quote }: Quoted): string {
  const rows = quote.split('\n').map(barred);
  const columns = (rows[0]?.match(/(?<!\\)\|/g)?.length ?? 0) - 1;
  const needsRule = kind === 'table-header' && columns > 0 && !rows.some(isDelimiterRow);
  if (needsRule) rows.push(`|${'---|'.repeat(columns)}`);
  return rows.join('\n');
}

/** A row between bars, which Markdown may do without at its ends. */
function barred(row: string): string {
  if (/^\s*\|/.test(row)) return row;
  return row.includes('|') ? `| ${row} |` : row;
}

/** Whether lines are sentences, and no code that is quoted without its fences. */
function isProse(quote: string): boolean {
  const words = quote.trim().split(/\s+/);
  const plain = words.filter((word) => /^\(?\p{L}[\p{L}’'-]*[)\].,;:!?]*$/u.test(word));
  return plain.length > 0.6 * words.length && /[.!?。！？]$/.test(words.at(-1) ?? '');
}

function fenced(code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}
