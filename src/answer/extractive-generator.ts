import type { Analyser } from '../contracts/analyser.ts';
import type { GenerateEvent, GenerateRequest, Generator, WeightedTerm } from '../contracts/generator.ts';
import { throwIfAborted } from '../errors.ts';
import { type ScoredSentence, scoreSentences } from './score-sentences.ts';

export interface ExtractiveGeneratorOptions {
  /** The one that the index was written with, so that the question's terms are spelled alike. */
  readonly analyser: Analyser;
  /** Most sentences of an answer, 1–10. */
  readonly maxSentences: number;
}

/**
 * Answers without a model: quotes the sentences of the passages that answer best, whole and unchanged.
 *
 * It is a stage and not an adapter under `models/`: extraction is made of the project's own sentence and term
 * analysis, which adapters may not import.
 */
export function createExtractiveGenerator(options: ExtractiveGeneratorOptions): Generator {
  return {
    name: 'extractive',
    async *generate(request: GenerateRequest): AsyncGenerator<GenerateEvent> {
      throwIfAborted(request.signal);
      const candidates = withoutOverlaps(scoreSentences(request, options.analyser));
      const picked = pick(candidates, request.terms, options.maxSentences);
      for (const { passage, start, end } of inReadingOrder(picked)) {
        yield { type: 'quote', passage: passage.number, start, end };
      }
      yield { type: 'finish', reason: 'stop' };
    },
  };
}

/** A further sentence must be worth this share of the first one's score. */
const worthAdding = 0.5;

/** A term that a chosen sentence covers counts this much in the next. */
const repeatedTerm = 0.5;

/** Greedy choice, best first: each sentence is judged by what it adds to those before it. */
function pick(
  candidates: readonly ScoredSentence[],
  terms: readonly WeightedTerm[],
  maxSentences: number,
): ScoredSentence[] {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const covered = new Set<string>();
  const gain = (sentence: ScoredSentence) => {
    let repeated = 0;
    for (const { term, weight } of terms)
      if (covered.has(term) && sentence.covered.has(term)) repeated += weight;
    return sentence.bonus + sentence.coverage - (total === 0 ? 0 : (1 - repeatedTerm) * (repeated / total));
  };

  const said = new Set<string>();
  const picked: ScoredSentence[] = [];
  let firstGain = 0;
  while (picked.length < maxSentences) {
    let best: ScoredSentence | undefined;
    let bestGain = Number.NEGATIVE_INFINITY;
    for (const candidate of candidates) {
      const candidateGain = gain(candidate);
      if (candidateGain > bestGain && !picked.includes(candidate) && !repeats(candidate, said)) {
        best = candidate;
        bestGain = candidateGain;
      }
    }
    if (!best || (picked.length > 0 && bestGain < worthAdding * firstGain)) break;
    if (picked.length === 0) firstGain = bestGain;
    picked.push(best);
    for (const term of best.covered) covered.add(term);
    for (const term of best.terms) said.add(term);
  }
  return picked;
}

/** A sentence with this share of its terms in those chosen before says the same again. */
const repetition = 0.95;

function repeats({ terms }: ScoredSentence, said: ReadonlySet<string>): boolean {
  return said.size > 0 && terms.filter((term) => said.has(term)).length >= repetition * terms.length;
}

/** Overlapping chunks share sentences, one of them perhaps cut short: of those the longest stays, of equals the first. */
function withoutOverlaps(candidates: readonly ScoredSentence[]): ScoredSentence[] {
  const byLength = candidates.toSorted((a, b) => b.end - b.start - (a.end - a.start));
  const kept = new Set<ScoredSentence>();
  for (const candidate of byLength) {
    const isCovered = [...kept].some(
      (other) =>
        other.passage.chunk.documentId === candidate.passage.chunk.documentId &&
        candidate.start < other.end &&
        other.start < candidate.end,
    );
    if (!isCovered) kept.add(candidate);
  }
  return candidates.filter((candidate) => kept.has(candidate));
}

/** Passages in the order in which they were first chosen from; within a document's passage, in order of place. */
function inReadingOrder(picked: readonly ScoredSentence[]): ScoredSentence[] {
  const passages = [...new Set(picked.map(({ passage }) => passage))];
  return passages.flatMap((passage) =>
    picked.filter((sentence) => sentence.passage === passage).toSorted((a, b) => a.start - b.start),
  );
}
