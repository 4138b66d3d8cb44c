import type { Passage } from '../contracts/generator.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { fenceMarks } from '../text/code-fence.ts';
import type { CitedPassage, SourceText, SourceTextLookup } from './cite.ts';

/**
 * The passages that an answer is made from: the best hits, at most `maxPassages`, then what stands around them, so
 * that it never takes a hit's place. One that begins within a table has the table's header with it; one that begins or
 * ends within code is read with all of that where it is not too long, and with where there is code without fences.
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
      const whole = await withCutParts(chunk, sourceText, options);
      return { passage: { number: place + 1, score: hit.score, ...whole }, hit };
    }),
  );
}

/** The field that chunks carry which begin within a table that has a header. */
const tableHeaderField = 'table_header';

/** The last row of dashes under a table's header is none of its rows. */
const delimiterRow = /\s*\n[\s:|-]+$/;

/** The field of chunks that hold code. */
const codeField = 'has_code';

/** Most characters of code that a chunk is read with as a whole: some hundred lines. */
const longestCode = 4000;

/** A chunk with what its ends cut. The document is only read where they may stand within a table or code. */
async function withCutParts(
  chunk: Passage['chunk'],
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<Pick<Passage, 'chunk' | 'tableHeader' | 'bareCode'>> {
  if (chunk.metadata[tableHeaderField] === undefined && !mayHoldBareCode(chunk)) return { chunk };
  const source = await sourceText(chunk.documentId, chunk.version, options);
  if (!source) return { chunk };
  const whole = withWholeCode(chunk, source);
  const bareCode = bareCodeIn(whole, source);
  if (bareCode.length > 0) return { chunk: whole, bareCode };
  const block = source.blocks.findLast(({ start }) => start <= whole.start);
  const isCut = block?.kind === 'table' && block.headerEnd <= whole.start && whole.start < block.end;
  if (!isCut) return { chunk: whole };
  const rows = source.text.slice(block.start, block.headerEnd);
  const text = rows.replace(delimiterRow, '').trim();
  const start = block.start + rows.indexOf(text);
  return { chunk: whole, ...(text !== '' && { tableHeader: { start, end: start + text.length, text } }) };
}

/** A chunk that reaches as far as the code that it begins or ends within. */
function withWholeCode(chunk: Passage['chunk'], { text, blocks }: SourceText): Passage['chunk'] {
  const code = blocks.filter(({ kind, start, end }) => kind === 'code' && end - start <= longestCode);
  const around = (place: number) => code.find(({ start, end }) => start < place && place < end);
  const start = around(chunk.start)?.start ?? chunk.start;
  const end = around(chunk.end)?.end ?? chunk.end;
  return { ...chunk, start, end, content: text.slice(start, end) };
}

/** The blocks of code that reach into a chunk, without those that a fence in it opens. */
function bareCodeIn(chunk: Passage['chunk'], { text, blocks }: SourceText) {
  return blocks
    .filter(({ kind, start, end }) => kind === 'code' && start < chunk.end && end > chunk.start)
    .filter(({ start }) => start < chunk.start || fenceMarks(text.slice(start, start + 8)) === undefined)
    .map(({ start, end }) => ({ start, end }));
}

/** Whether it holds code, and none or not as many beginnings as ends of code. */
function mayHoldBareCode({ content, metadata }: Passage['chunk']): boolean {
  const fences = content.split('\n').filter((line) => fenceMarks(line) !== undefined).length;
  return metadata[codeField] === true && (fences === 0 || fences % 2 === 1);
}
