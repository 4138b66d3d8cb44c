import type { Analyser } from '../../contracts/analyser.ts';
import type { GenerateEvent, GenerateRequest, Generator, WeightedTerm } from '../../contracts/generator.ts';
import { throwIfAborted } from '../../errors.ts';
import { requireNumber, requireObject } from '../../require-arguments.ts';
import { contentWords } from '../../retrieve/understand/content-words.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import { frameOfComparison } from '../extract/asks-for-list.ts';
import { areNeighbours, chooseUnits } from '../extract/choose-units.ts';
import { definedTerm } from '../extract/definition.ts';
import type { QuotableUnit } from '../extract/quotable-units.ts';
import { scoreUnits } from '../extract/score-units.ts';
import { withoutSiblings } from '../extract/siblings.ts';

export interface ExtractiveGeneratorOptions {
  /** The one that the index was written with, so that the question's terms are spelled alike. */
  readonly analyser: Analyser;
  /** Most sentences of an answer, 1–10; a row of a table, a block of code or a list asked for counts as one. */
  readonly maxSentences: number;
}

/**
 * Answers without a model: quotes the sentences of the passages that answer best, whole and unchanged, with what must
 * be read before them.
 *
 * It is a stage and not an adapter under `models/`: extraction is made of the project's own sentence and term
 * analysis, which adapters may not import. Errors: `request_invalid`.
 */
export function createExtractiveGenerator(options: ExtractiveGeneratorOptions): Generator {
  requireObject('options', options);
  requireObject('analyser', options.analyser);
  requireNumber('maxSentences', options.maxSentences, 1, Infinity);
  return {
    name: 'extractive',
    async *generate(request: GenerateRequest): AsyncGenerator<GenerateEvent> {
      throwIfAborted(request.signal);
      const asked = { ...request, terms: termsAskedFor(request, options.analyser) };
      const scored = withoutSiblings(scoreUnits(asked, options.analyser), asked, options.analyser);
      const chosen = chooseUnits(scored, asked.terms, options.maxSentences);
      const definition = definedTerm(asked.question, asked.language) === undefined ? undefined : chosen[0];
      for (const { passage, start, end, kind } of inReadingOrder(chosen, definition)) {
        const hasOwnLine = kind !== 'prose';
        const keepsLines = hasOwnLine && kind !== 'list-item';
        const isCode = kind === 'code';
        yield { type: 'quote', passage: passage.number, start, end, keepsLines, hasOwnLine, isCode };
      }
      yield { type: 'finish', reason: 'stop' };
    },
  };
}

/** The number of a version, an address: its groups of digits by themselves are other numbers. */
const groupsOfDigits = /(?<![\p{L}\p{N}.])v?\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){2,}(?![\p{L}\p{N}])/giu;

/**
 * Without the words that state nothing, those that ask for a comparison, and the groups of a number that has several,
 * as far as these stand nowhere else: they name nothing.
 */
function termsAskedFor(
  { question, language, terms }: GenerateRequest,
  analyser: Analyser,
): readonly WeightedTerm[] {
  const asked = question.trimStart();
  const unframed = asked.replace(frameOfComparison(asked, language), ' ');
  const all = distinctTerms(analyser, asked, language);
  const content = contentWords(unframed, asked, language);
  const numbers = content.match(groupsOfDigits) ?? [];
  const naming = new Set(distinctTerms(analyser, content.replace(groupsOfDigits, ' '), language));
  for (const number of numbers) naming.add(analyser.terms(number, language).at(-1)?.text ?? number);
  // What was taken over from a conversation stands in none of them.
  return terms.filter(({ term }) => naming.has(term) || !all.has(term));
}

/**
 * What answers best first, after what must be read before it, unless it goes on from another; then passages in the
 * order in which they were first chosen from, and within a passage in order of place.
 */
function inReadingOrder(chosen: readonly QuotableUnit[], definition?: QuotableUnit): QuotableUnit[] {
  const [best] = chosen;
  const goesOn = !definition && best && chosen.some((unit) => precedes(unit, best));
  const opening = goesOn ? [] : chosen.filter((unit) => unit === best || unit === best?.lead);
  const rest = chosen.filter((unit) => !opening.includes(unit));
  return [opening, rest].flatMap((units) => {
    const passages = [...new Set(units.map(({ passage }) => passage))];
    return passages.flatMap((passage) =>
      units.filter((unit) => unit.passage === passage).toSorted((a, b) => a.start - b.start),
    );
  });
}

/** Whether one is the sentence before the other, or stands above it in the same list or table. */
function precedes(one: QuotableUnit, other: QuotableUnit): boolean {
  if (one.passage !== other.passage || one.end > other.start || one === other.lead) return false;
  const isListed = one.kind === other.kind && (one.kind === 'list-item' || one.kind === 'table-row');
  return isListed ? one.lead === other.lead : areNeighbours(one, other);
}
