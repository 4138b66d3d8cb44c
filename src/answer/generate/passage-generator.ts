import type { Analyser } from '../../contracts/analyser.ts';
import type { WordVectors } from '../../contracts/embedder.ts';
import type { GenerateEvent, GenerateRequest, Generator } from '../../contracts/generator.ts';
import { throwIfAborted } from '../../errors.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import { sentences, snippet } from '../../text/sentences/sentences.ts';
import { overlap } from '../extract/choose-units.ts';
import { markerStart } from '../extract/passage-sentences.ts';
import type { QuotableUnit } from '../extract/quotable-units.ts';
import { questionToQuote } from '../extract/quoting-request.ts';
import { scoreUnits } from '../extract/score-units.ts';

export interface PassageGeneratorOptions {
  /** The one that the index was written with. */
  readonly analyser: Analyser;
  /** By which words of like meaning are known; without them only the same words are. */
  readonly wordVectors?: WordVectors;
  /** Most UTF-16 code units of each quote. */
  readonly maxQuoteCharacters: number;
  /** Most UTF-16 code units of all quotes together. */
  readonly maxAnswerCharacters: number;
}

/**
 * Answers without a model: quotes from each passage, best first, the sentence that answers best with as many whole
 * sentences around it as there is room for. Chunks overlap: what another quote says is not said again, and where it
 * says the sentence itself, the next best one that none says is quoted. Requirement row E10.
 */
export function createPassageGenerator(options: PassageGeneratorOptions): Generator {
  return {
    name: 'passages',
    async *generate(request: GenerateRequest): AsyncGenerator<GenerateEvent> {
      throwIfAborted(request.signal);
      const scored = scoreUnits(
        questionToQuote(request, options.analyser),
        options.analyser,
        options.wordVectors,
      );
      const byPassage = Map.groupBy(scored, ({ unit }) => unit.passage.number);
      let room = options.maxAnswerCharacters;
      const quoted: QuotableUnit[] = [];
      for (const [passage, units] of [...byPassage].toSorted(([one], [other]) => one - other)) {
        const most = Math.min(options.maxQuoteCharacters, room);
        const quote = units
          .toSorted((one, other) => other.score - one.score)
          .values()
          .filter(({ unit }) => !quoted.some((other) => overlap(other, unit)))
          .map(({ unit }) => ({ ...unit, ...quoteAround(unit, most, quoted) }))
          .find((one) => one.end > one.start);
        if (!quote) continue;
        const { start, end } = quote;
        yield { type: 'quote', passage, start, end, form: 'lines' };
        quoted.push(quote);
        room -= end - start;
      }
      yield { type: 'finish', reason: 'stop' };
    },
  };
}

/**
 * `[start, end)` of the document: the unit, cut where it has no room, with whole sentences after and then before it,
 * up to the next heading and to what is quoted already.
 */
function quoteAround(unit: QuotableUnit, room: number, quoted: readonly QuotableUnit[]): Place {
  const { start, end } = unit;
  const { chunk } = unit.passage;
  const isQuoted = (place: Place) => quoted.some((other) => overlap(other, { ...unit, ...place }));
  const content = chunk.content.slice(start - chunk.start, end - chunk.start);
  if (content.length > room) return { start, end: start + snippet(content, chunk.language, room).length };
  const around = sentences(chunk.content, chunk.language).map((sentence) => ({
    kind: sentence.kind,
    start: withMarker(chunk, sentence.start + chunk.start),
    end: sentence.end + chunk.start,
  }));
  const marked = withMarker(chunk, start);
  const bounds = { start: end - marked > room ? start : marked, end };
  for (const next of around.filter((sentence) => sentence.start >= end)) {
    if (next.kind === 'heading' || next.end - bounds.start > room || isQuoted(next)) break;
    bounds.end = next.end;
  }
  for (const previous of around.filter((sentence) => sentence.end <= start).toReversed()) {
    if (previous.kind === 'heading' || bounds.end - previous.start > room || isQuoted(previous)) break;
    bounds.start = previous.start;
  }
  return bounds;
}

/** Where the mark of the item stands whose words begin at a place of the document; there where they are no item's. */
function withMarker({ content, start }: QuotableUnit['passage']['chunk'], place: number): number {
  const from = markerStart(content, place - start);
  return start + from + (/^[ \t]*/.exec(content.slice(from))?.[0].length ?? 0);
}
