import type { Passage, PassageSpan } from '../contracts/generator.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { CitedPassage, SourceTextLookup } from './cite.ts';

/**
 * The passages that an answer is made from: the best hits, at most `maxPassages`, then what stands around them, so
 * that it never takes a hit's place. One that begins within a table has the table's header with it.
 */
export async function passagesToRead(
  { result, chunks }: Retrieval,
  maxPassages: number,
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<CitedPassage[]> {
  const hits = result.hits.filter(({ expansion }) => !expansion).length;
  const found = result.hits.flatMap((hit, place) => {
    const chunk = chunks[place];
    return chunk ? [{ hit, chunk }] : [];
  });
  const read = [...found.slice(0, Math.min(hits, maxPassages)), ...found.slice(hits)];
  return Promise.all(
    read.map(async ({ hit, chunk }, place) => {
      const tableHeader = await headerBefore(chunk, sourceText, options);
      return {
        passage: { number: place + 1, chunk, score: hit.score, ...(tableHeader && { tableHeader }) },
        hit,
      };
    }),
  );
}

/** The field that chunks carry which begin within a table that has a header. */
const tableHeaderField = 'table_header';

/** The last row of dashes under a table's header is none of its rows. */
const delimiterRow = /\s*\n[\s:|-]+$/;

async function headerBefore(
  chunk: Passage['chunk'],
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<PassageSpan | undefined> {
  if (chunk.metadata[tableHeaderField] === undefined) return undefined;
  const source = await sourceText(chunk.documentId, chunk.version, options);
  const table = source?.blocks.findLast(({ start }) => start <= chunk.start);
  if (!source || table?.kind !== 'table' || table.headerEnd > chunk.start) return undefined;
  const rows = source.text.slice(table.start, table.headerEnd);
  const text = rows.replace(delimiterRow, '').trim();
  const start = table.start + rows.indexOf(text);
  return text === '' ? undefined : { start, end: start + text.length, text };
}
