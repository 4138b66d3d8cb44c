import type { Passage } from '../../contracts/generator.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { withoutShared } from '../../retrieve/expand/merge-chunks.ts';
import type { CitedPassage } from '../cite/cite.ts';
import type { ContextFormat } from './context-formats.ts';

/** The passages as a language model reads them, and which of them found room. */
export interface BuiltContext {
  readonly text: string;
  readonly passages: readonly CitedPassage[];
}

/**
 * Writes passages out in their order as long as they fit. One that does not is left out rather than cut; only the
 * first, the best, is cut where it does not fit, at a character's border, and then stands alone. What stands in
 * passages before it is not written twice.
 */
export function buildContext(
  passages: readonly CitedPassage[],
  { format, tokenizer, maxTokens }: { format: ContextFormat; tokenizer: Tokenizer; maxTokens: number },
): BuiltContext {
  const written: string[] = [];
  const taken: CitedPassage[] = [];
  const { separator = '\n\n' } = format;
  const separatorTokens = tokenizer.count(separator);
  let tokens = 0;
  for (const cited of passages) {
    const { chunk } = cited.passage;
    const unwritten = withoutShared(
      chunk,
      taken.map(({ passage }) => passage.chunk),
    );
    if (!unwritten) continue;
    const header = headerAbove(cited.passage, unwritten.start);
    const words = header === undefined ? unwritten.content : `${header}\n${unwritten.content}`;
    const text = format.passage(cited, words);
    const more = tokenizer.count(text) + (taken.length === 0 ? 0 : separatorTokens);
    if (cited === passages[0] && more > maxTokens)
      return { text: cutToTokens(text, maxTokens, tokenizer), passages: [cited] };
    if (tokens + more > maxTokens) continue;
    written.push(text);
    taken.push(cited);
    tokens += more;
  }
  return { text: written.join(separator), passages: taken };
}

/**
 * The header of the table that words within a passage begin with rows of: they mean nothing without it. An empty line
 * ends a table.
 */
function headerAbove(
  { chunk, tableHeader, bareTableHeaders = [] }: Passage,
  place: number,
): string | undefined {
  const inside = bareTableHeaders.map(({ start, end }) => {
    return { end, text: chunk.content.slice(start - chunk.start, end - chunk.start).trim() };
  });
  const headers = tableHeader ? [{ end: chunk.start, text: tableHeader.text }, ...inside] : inside;
  const header = headers.findLast(({ end }) => end <= place);
  const rows = header && chunk.content.slice(header.end - chunk.start, place - chunk.start);
  return rows === undefined || /\n\s*\n/.test(rows) ? undefined : header?.text;
}

/** The longest beginning of a text, to within a few tokens, that has no more than `maxTokens`. */
function cutToTokens(text: string, maxTokens: number, tokenizer: Tokenizer): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (tokenizer.count(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).toWellFormed();
}
