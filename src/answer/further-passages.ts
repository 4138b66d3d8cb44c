import { versionOf } from '../contracts/chunk.ts';
import type { Citation } from '../contracts/generator.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { FurtherPassage } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { Footnotes } from './compose/cite.ts';
import { overlap } from './extract/choose-units.ts';
import { termsAskedFor } from './extract/quoting-request.ts';
import { type ScoredUnit, scoreUnits } from './extract/score-units.ts';
import { passagesToRead } from './passages-to-read.ts';

/** Most passages that are named beside an answer. */
const mostFurther = 10;

/** Log-odds below the best sentence of the passages that are cited, most. */
const furthestBelow = 2;

/** Share of how much of the question the best of the cited sentences bears, least. */
const leastBearing = 0.8;

/** A quote has said what a sentence says if it holds this share of its terms. */
const shareOfRepetition = 0.9;

/** An answer with what was found for its question. */
interface AnsweredFrom {
  readonly retrieval: Retrieval;
  readonly citations: readonly Citation[];
}

/**
 * The passages that were found and that an answer cites nothing from, although a sentence of theirs answers about as
 * well as those that it cites: their best sentences, best first, proven as citations are. With them come passages that
 * the search left out since they repeat one that is cited. None where nothing is cited.
 */
export async function furtherPassages(
  { retrieval, citations }: AnsweredFrom,
  { analyser, sourceText, places }: Pick<AnswerContext, 'analyser' | 'sourceText' | 'places'>,
  options: { readonly signal?: AbortSignal },
): Promise<readonly FurtherPassage[]> {
  const { hits, dropped, question: trace } = retrieval.result;
  const { message } = retrieval.question;
  if (citations.length === 0) return [];
  const repeated = dropped.flatMap((hit) => repetitionOf(hit, citations));
  const found = (await passagesToRead(retrieval, hits.length, sourceText, options)).filter(
    ({ hit }) => !hit.expansion,
  );
  const asked = {
    question: message,
    terms: termsAskedFor(message, trace.terms, analyser),
    expansions: trace.expansions,
    passages: found.map(({ passage }) => passage),
    alreadySaid: '',
    saidEarlier: '',
  };
  const scored = scoreUnits(asked, analyser);
  const isCitedFrom = ({ unit: { passage } }: ScoredUnit) =>
    citations.some(({ documentId, start, end }) => {
      const { chunk } = passage;
      return documentId === chunk.documentId && start < chunk.end && chunk.start < end;
    });
  const cited = scored.filter(isCitedFrom);
  const worth = Math.max(...cited.map(({ score }) => score)) - furthestBelow;
  const bearing = leastBearing * Math.max(...cited.map((one) => one.bearing));
  const chosen: ScoredUnit[] = [];
  for (const one of scored.toSorted((a, b) => b.score - a.score)) {
    if (cited.length === 0 || one.score < worth || one.bearing < bearing || isCitedFrom(one)) continue;
    // An example may have the very question in it, and says nothing.
    if (one.unit.kind === 'code') continue;
    const isTaken = chosen.some(
      ({ unit }) =>
        unit.passage === one.unit.passage || overlap(unit, one.unit) || unit.text === one.unit.text,
    );
    if (!isTaken) chosen.push(one);
  }
  const termsOf = (words: string) => analyser.terms(words, message.language).map(({ text }) => text);
  const footnotes = new Footnotes(found, sourceText, { ...options, places });
  const proven: FurtherPassage[] = [];
  for (const { unit } of chosen.slice(0, Math.max(0, mostFurther - repeated.length))) {
    const { number: _, ...place } = (await footnotes.cite(unit.passage.number, unit))?.citation ?? {};
    if ('quote' in place) proven.push({ ...place, repeats: repeatedIn(place.quote, citations, termsOf) });
  }
  return [...proven, ...repeated].slice(0, mostFurther);
}

/** The words that are cited where a passage that repeats theirs has them. */
function repetitionOf(hit: Hit, citations: readonly Citation[]): FurtherPassage[] {
  const { droppedBy, duplicateOf } = hit.explain;
  if (droppedBy !== 'duplicate') return [];
  const cited = citations.find(
    ({ chunkId, quote }) => chunkId === duplicateOf && hit.content.includes(quote),
  );
  if (!cited) return [];
  const start = hit.start + hit.content.indexOf(cited.quote);
  const { collection, documentId, chunkId, path, title, headingPath, page } = hit;
  const { quote, kind, number: repeats } = cited;
  const place = {
    collection,
    documentId,
    version: versionOf(chunkId),
    chunkId,
    path,
    title,
    headingPath,
    page,
  };
  return [{ ...place, start, end: start + quote.length, quote, kind, repeats }];
}

/** The number of the first citation that says the same; null where none does. */
function repeatedIn(
  quote: string,
  citations: readonly Citation[],
  termsOf: (words: string) => readonly string[],
): number | null {
  const said = termsOf(quote);
  const saying = citations.find((citation) => {
    const held = new Set(termsOf(citation.quote));
    return said.filter((term) => held.has(term)).length >= shareOfRepetition * said.length;
  });
  return saying?.number ?? null;
}
