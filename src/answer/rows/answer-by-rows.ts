import { type Chunk, versionOf } from '../../contracts/chunk.ts';
import type { Citation, Passage } from '../../contracts/generator.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { Question } from '../../question/question.ts';
import type { Hit } from '../../retrieve/hit.ts';
import type { Retrieval } from '../../retrieve/retrieve.ts';
import { distinctTerms } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import type { AnswerContext } from '../answer-context.ts';
import { Attributes } from '../attributes.ts';
import { Footnotes, type ProvenCitation } from '../compose/cite.ts';
import {
  AnswerRecord,
  type ComposedAnswer,
  type ComposeEvent,
  mostCells,
  namedValues,
} from '../compose/compose-answer.ts';
import type { Remark, Speaker } from '../wording/speaker.ts';
import { type ComputedRows, TableReader } from './table-reader.ts';
import { tablesOf } from './tables-of.ts';

const negations = byLanguage(({ claiming }) => claiming?.negations);

/** Whether something was asked of all rows of a table and some were quoted, which are not all there are. */
export function asksOfAllRows(
  { ofRows }: Pick<Question, 'ofRows'>,
  citations: readonly Pick<Citation, 'kind'>[],
): boolean {
  const rows = citations.filter(({ kind }) => kind === 'table').length;
  // A total may stand in a row of its own.
  return rows > 1 && ofRows !== undefined && ofRows.kind !== 'total';
}

/** Rows that are quoted below what was found of all. */
const quotedRows = 3;

/**
 * Finds what a question asks of all rows of a table, over all of them: their number, those with the most or the least
 * of something, or the sum of a column. Each word that states something must be the value of a cell, the name of a
 * column, or what the table is of. Undefined where one is not, where several tables would answer, or where something
 * is denied.
 *
 * A search that found nothing near enough is looked through as well, since a table says little in words.
 */
export async function computeRows(
  { question, result, chunks }: Pick<Retrieval, 'question' | 'result' | 'chunks'>,
  { analyser, sourceText }: Pick<AnswerContext, 'analyser' | 'sourceText'>,
  options: { readonly signal?: AbortSignal },
): Promise<ComputedRows | undefined> {
  const { language, ofRows: asked } = question;
  if (!asked || ownValue(negations, language)?.test(asked.text)) return undefined;
  const stems = (text: string) => distinctTerms(analyser, text, language);
  const askedStems = stems(asked.text);
  const attributes = new Attributes(language, analyser);
  const found: ComputedRows[] = [];
  const seen = new Set<string>();
  const isFound = result.hits.length > 0;
  const hits = isFound ? result.hits : result.dropped.filter((hit) => hit.explain.droppedBy === 'threshold');
  for (const [place, hit] of hits.entries()) {
    if (seen.has(hit.documentId)) continue;
    seen.add(hit.documentId);
    const version = chunks[place]?.version ?? versionOf(hit.chunkId);
    const source = await sourceText(hit.documentId, version, options);
    const written = chunks[place]?.language || language;
    for (const table of source ? await tablesOf(source, stems, askedStems, [written, language]) : []) {
      const read = new TableReader(table, { asked, hit, question, analyser, attributes, written });
      const computed = await read.compute();
      if (computed && (isFound || computed.unknown.length === 0)) found.push(computed);
    }
  }
  const known = found.filter(({ unknown }) => unknown.length === 0);
  const chosen = known.length > 0 ? known : found;
  return chosen.length === 1 ? chosen[0] : undefined;
}

/** What is said of what was found over all rows. */
function remarkOf({ kind, table, conditions, rows, of, compared, hit }: ComputedRows): Remark {
  const chosen = conditions.map((condition) => condition.shown).join(', ');
  if (kind === 'number' || !compared)
    return { sentence: 'countedRows', count: rows.length, total: of, conditions: chosen || hit.title };
  const name = table.names[compared.column] ?? '';
  const isOfTime = compared.values.kind !== 'number';
  const sentence = {
    highest: isOfTime ? 'latestOfRows' : 'highestOfRows',
    lowest: isOfTime ? 'earliestOfRows' : 'lowestOfRows',
    total: 'totalOfRows',
  } as const;
  const column = chosen === '' ? name : `${name} (${chosen})`;
  return { sentence: sentence[kind], column, total: of, value: compared.value };
}

/** The answer that tells what was found over all rows, with the first of those rows under the header of the table. */
export async function* answerByRows(
  computed: ComputedRows,
  { result, chunks }: Pick<Retrieval, 'result' | 'chunks'>,
  {
    sourceText,
    places,
    speaker,
  }: Pick<AnswerContext, 'sourceText' | 'places'> & { readonly speaker: Speaker },
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  const { hit, table, rows, compared, kind, unknown } = computed;
  const ofDocument = result.hits.flatMap((one, place) => {
    const chunk = chunks[place];
    return chunk && one.documentId === hit.documentId ? [{ hit: one, chunk }] : [];
  });
  const first = ofDocument[0] ?? { hit, chunk: chunkOf(hit) };
  const source = await sourceText(first.chunk.documentId, first.chunk.version, options);
  // A row that is found by what it has is named with that; counted ones stand below each other, or their names do.
  const isWide = table.names.length > mostCells;
  const isNamed = (compared && kind !== 'total') || isWide;
  const shown = rows.slice(0, quotedRows);
  const spans = isNamed ? [...shown.slice(0, 1), table.header, ...shown.slice(1)] : [table.header, ...shown];
  const passages = spans.flatMap(({ start, end }, index) => {
    // Of the passage that was found with it, where one was.
    const found = ofDocument.find(({ chunk }) => chunk.start <= start && end <= chunk.end) ?? first;
    if (!source) return [];
    const chunk = { ...found.chunk, start, end, content: source.text.slice(start, end) };
    const passage: Passage = { number: index + 1, chunk, score: found.hit.score };
    return [{ passage, hit: found.hit }];
  });
  const footnotes = new Footnotes(passages, sourceText, { ...options, places });
  const cited: ProvenCitation[] = [];
  // One after another, since they are numbered as they are cited.
  for (const { passage } of passages) {
    const proven = await footnotes.cite(passage.number, passage.chunk);
    if (proven) cited.push(proven.citation);
  }
  const header = isNamed ? cited.find(({ start }) => start === table.header.start) : undefined;
  const quoted = cited.filter(({ start }) => start !== table.header.start);
  const record = new AnswerRecord();
  record.say(speaker.say(remarkOf(computed)));
  const ofRows = quoted.map(({ number }) => number);
  record.addSentence({ start: 0, end: record.text.length }, { verdict: 'supported', missing: [] }, ofRows);
  for (const citation of header ? quoted : cited) {
    record.say('\n');
    const start = record.text.length;
    record.say(header ? namedValues(header.quote, citation.quote, compared?.column ?? 0) : citation.quote);
    const verdict = header ? 'supported' : 'verbatim';
    record.addCitation(citation, verdict);
    const numbers = [citation.number, ...(header ? [header.number] : [])];
    record.say(` ${numbers.map((number) => `[${number}]`).join('')}`);
    if (header && !record.citation(header.number)) record.addCitation(header, verdict);
    record.addSentence({ start, end: record.text.length }, { verdict, missing: [] }, numbers);
  }
  yield* record.handOut();
  const words = unknown.map((word) => speaker.say({ sentence: 'quoted', words: word })).join('');
  return {
    text: record.text,
    citations: record.citations,
    sentences: record.sentences,
    unmatched: [],
    model: null,
    complete: true,
    warnings: [
      ...footnotes.warnings,
      ...(words === '' ? [] : [{ sentence: 'notMentioned', words } as const]),
    ],
    failure: undefined,
  };
}

/** The passage of a hit that was dropped, of which no chunk was kept. */
function chunkOf(hit: Hit): Chunk {
  const { chunkId: id, documentId, start, end, content, title, headingPath, page, metadata } = hit;
  const paged = page === null ? {} : { page };
  const known = { id, documentId, start, end, content, title, headingPath, metadata, ...paged };
  return { ...known, version: versionOf(id), ordinal: 0, tokens: 0, language: '' };
}
