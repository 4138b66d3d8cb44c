import type { Passage } from '../contracts/generator.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { CitedPassage, SourceTextLookup } from './cite.ts';

/**
 * The passages that an answer is made from: the best hits, at most `maxPassages`, then what stands around them, so
 * that it never takes a hit's place. One that begins within a table has the table's header with it, one that begins
 * within code the end of that.
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
      const begun = await begunBefore(chunk, sourceText, options);
      return { passage: { number: place + 1, chunk, score: hit.score, ...begun }, hit };
    }),
  );
}

/** The field that chunks carry which begin within a table that has a header. */
const tableHeaderField = 'table_header';

/** The last row of dashes under a table's header is none of its rows. */
const delimiterRow = /\s*\n[\s:|-]+$/;

/** The field of chunks that hold code. */
const codeField = 'has_code';

/** What the chunk goes on with. The document is only read where the chunk may begin within a table or code. */
async function begunBefore(
  chunk: Passage['chunk'],
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<Pick<Passage, 'tableHeader' | 'codeEnd'>> {
  if (chunk.metadata[tableHeaderField] === undefined && !mayBeginInCode(chunk)) return {};
  const source = await sourceText(chunk.documentId, chunk.version, options);
  const block = source?.blocks.findLast(({ start }) => start <= chunk.start);
  if (!source || !block || block.start === chunk.start || block.end <= chunk.start) return {};
  if (block.kind === 'code') return { codeEnd: block.end };
  if (block.kind !== 'table' || block.headerEnd > chunk.start) return {};
  const rows = source.text.slice(block.start, block.headerEnd);
  const text = rows.replace(delimiterRow, '').trim();
  const start = block.start + rows.indexOf(text);
  return text === '' ? {} : { tableHeader: { start, end: start + text.length, text } };
}

const fenceLine = /^ {0,3}(?:`{3,}|~{3,})/gm;

/** Whether it holds code and not a beginning of code for every end. */
function mayBeginInCode({ content, metadata }: Passage['chunk']): boolean {
  const fences = content.match(fenceLine)?.length ?? 0;
  return metadata[codeField] === true && (fences === 0 || fences % 2 === 1);
}
