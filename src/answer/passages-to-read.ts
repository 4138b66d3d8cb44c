import type { SourceText, SourceTextLookup } from '../contracts/document.ts';
import type { Passage } from '../contracts/generator.ts';
import type { AskedPlace } from '../question/conditions.ts';
import { spansOfPlace } from '../retrieve/place/spans-of-place.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { fenceOf } from '../text/sentences/code-fence.ts';
import type { Place } from '../text/sentences/note-marks.ts';
import { sentences } from '../text/sentences/sentences.ts';
import type { CitedPassage } from './compose/cite.ts';

/** A passage as sentences are told in it, with what its document knows and its text does not show. */
export interface ReadPassage extends Passage {
  /**
   * Blocks of code that reach into the chunk and that no fence within it opens, in order: all of a source
   * file's, and one that the chunk begins within.
   */
  readonly bareCode?: readonly Place[];
  /** Headings within the chunk that no mark of Markdown tells, in order. */
  readonly bareHeadings?: readonly Place[];
  /** Header rows of tables within the chunk that no row of dashes tells, in order. */
  readonly bareTableHeaders?: readonly Place[];
  /** What the name of its file says, see {@link nameOfFile}. */
  readonly fileName?: string;
}

/** What the name of a file says: “budget 2024” of `plans/budget_2024.md`. */
export function nameOfFile(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?<=.)\.\p{L}[\p{L}\p{Nd}]{0,9}$/u, '').replaceAll(/[-_]+/g, ' ');
}

/**
 * The passages that an answer is made from: the best hits, at most `maxPassages`, then what stands around them, so
 * that it never takes a hit's place. Where the question names a place, of each what stands there. One that begins
 * within a table has the table's header with it; one that begins or ends within a sentence or code is read with all of
 * that where it is not too long. With them comes where they have code, headings and headers of tables that their text
 * does not mark.
 */
export async function passagesToRead(
  { result, chunks, place }: Pick<Retrieval, 'result' | 'chunks' | 'place'>,
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
  const wanted = place ? await partsAtPlace(read, place, sourceText, options) : read;
  return Promise.all(
    wanted.map(async ({ hit, chunk }, at) => {
      const whole = await withCutParts(chunk, sourceText, options);
      const cosine = hit.explain.vector?.score;
      const known = cosine === undefined ? {} : { cosine };
      const fileName = nameOfFile(hit.path);
      return { passage: { number: at + 1, score: hit.score, fileName, ...known, ...whole }, hit };
    }),
  );
}

/** A chunk to be read, with the hit that it comes from. */
type FoundChunk = Pick<CitedPassage, 'hit'> & Pick<Passage, 'chunk'>;

/** Of each chunk the part at a place of its document; what does not reach there is left out. */
async function partsAtPlace(
  found: readonly FoundChunk[],
  place: AskedPlace,
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<FoundChunk[]> {
  const parts = await Promise.all(
    found.map(async ({ hit, chunk }) => {
      const source = await sourceText(chunk.documentId, chunk.version, options);
      const spans = spansOfPlace(source?.blocks ?? [], place);
      const span = spans.find(({ start, end }) => start < chunk.end && chunk.start < end);
      return span ? [{ hit, chunk: partOf(chunk, span) }] : [];
    }),
  );
  return parts.flat();
}

function partOf(chunk: Passage['chunk'], span: Place): Passage['chunk'] {
  const start = Math.max(chunk.start, span.start);
  const end = Math.min(chunk.end, span.end);
  return { ...chunk, start, end, content: chunk.content.slice(start - chunk.start, end - chunk.start) };
}

/** The last row of dashes under a table's header is none of its rows. */
const delimiterRow = /\s*\n[\s:|-]+$/;

/** Most characters of code that a chunk is read with as a whole: some hundred lines. */
const longestCode = 4000;

/** A chunk with what its ends cut, and where its unmarked parts are. */
async function withCutParts(
  chunk: Passage['chunk'],
  sourceText: SourceTextLookup,
  options: { readonly signal?: AbortSignal },
): Promise<Omit<ReadPassage, 'number' | 'score'>> {
  const stored = await sourceText(chunk.documentId, chunk.version, options);
  if (!stored) return { chunk };
  const source = { ...stored, blocks: stored.blocks.filter((block) => reaches(block, chunk)) };
  const whole = withWholeCode(withWholeSentences(chunk, source), source);
  const tableHeader = headerAbove(whole, source);
  return {
    chunk: whole,
    bareCode: bareCodeIn(whole, source),
    bareHeadings: bareHeadingsIn(whole, source),
    bareTableHeaders: bareHeadersIn(whole, source),
    ...(tableHeader && { tableHeader }),
  };
}

/** Whether a block may be of a chunk, also where that is read with as much more as it may be. */
function reaches({ start, end }: Place, chunk: Passage['chunk']): boolean {
  return start < chunk.end + longestCode && end > chunk.start - longestCode;
}

/** The header of the table that a chunk begins within; undefined where it begins elsewhere. */
function headerAbove(chunk: Passage['chunk'], { text, blocks }: SourceText): Passage['tableHeader'] {
  const block = blocks.findLast(({ start }) => start <= chunk.start);
  const isCut = block?.kind === 'table' && block.headerEnd <= chunk.start && chunk.start < block.end;
  if (!isCut) return undefined;
  const place = block.header ?? { start: block.start, end: block.headerEnd };
  const rows = text.slice(place.start, place.end);
  const header = rows.replace(delimiterRow, '').trim();
  const start = place.start + rows.indexOf(header);
  return header === '' ? undefined : { start, end: start + header.length, text: header };
}

/** The headings in a chunk that do not begin with the mark of one. */
function bareHeadingsIn(chunk: Passage['chunk'], { text, blocks }: SourceText) {
  return blocks
    .filter(({ kind, start, end }) => kind === 'heading' && start >= chunk.start && end <= chunk.end)
    .filter(({ start, end }) => !/^#|\n/.test(text.slice(start, end)))
    .map(({ start, end }) => ({ start, end }));
}

/** The header rows of the tables that begin in a chunk. */
function bareHeadersIn(chunk: Passage['chunk'], { blocks }: SourceText) {
  return blocks.flatMap((block) => {
    const isIn = block.kind === 'table' && block.start >= chunk.start && block.headerEnd <= chunk.end;
    return isIn && block.headerEnd > block.start ? [{ start: block.start, end: block.headerEnd }] : [];
  });
}

/** A chunk that reaches as far as the code that it begins or ends within. */
function withWholeCode(chunk: Passage['chunk'], { text, blocks }: SourceText): Passage['chunk'] {
  const code = blocks.filter(({ kind, start, end }) => kind === 'code' && end - start <= longestCode);
  return reachingOver(chunk, text, (place) => code.find(({ start, end }) => start < place && place < end));
}

/** The blocks of code that reach into a chunk, without those that a fence in it opens. */
function bareCodeIn(chunk: Passage['chunk'], { text, blocks }: SourceText) {
  return blocks
    .filter(({ kind, start, end }) => kind === 'code' && start < chunk.end && end > chunk.start)
    .filter(({ start }) => start < chunk.start || fenceOf(text.slice(start, start + 8)) === undefined)
    .map(({ start, end }) => ({ start, end }));
}

/** Characters of a sentence that a chunk is read with beyond its own, most: some lines. */
const farthest = 600;

/** A chunk that reaches as far as the sentences that it begins and ends within. */
function withWholeSentences(chunk: Passage['chunk'], { text, blocks }: SourceText): Passage['chunk'] {
  return reachingOver(chunk, text, (place) => {
    const block = blocks.find((one) => one.start < place && place < one.end);
    if (!block || block.kind === 'code') return undefined;
    const from = Math.max(block.start, place - farthest);
    const to = Math.min(block.end, place + farthest);
    const found = sentences(text.slice(from, to), chunk.language);
    const cut = found.find((one) => from + one.start < place && place < from + one.end);
    if (!cut) return undefined;
    const isWhole = (cut.start > 0 || from === block.start) && (from + cut.end < to || to === block.end);
    return isWhole ? { start: from + cut.start, end: from + cut.end } : undefined;
  });
}

/** A chunk of a text that reaches as far as what stands around its beginning and its end. */
function reachingOver(
  chunk: Passage['chunk'],
  text: string,
  around: (place: number) => Place | undefined,
): Passage['chunk'] {
  const start = around(chunk.start)?.start ?? chunk.start;
  const end = around(chunk.end)?.end ?? chunk.end;
  return { ...chunk, start, end, content: text.slice(start, end) };
}
