import type { Generator, Passage } from '../contracts/generator.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { abstain } from './abstain.ts';
import type { Answer } from './answer.ts';
import { type CitedPassage, cite, citedText, type Quote, type SourceTextLookup } from './cite.ts';
import { confidence } from './confidence.ts';

/** What answering works with beside the passages that were found. */
export interface AnswerContext {
  readonly generator: Generator;
  readonly sourceText: SourceTextLookup;
  /** Titles of the collection's documents, most telling first; asked for only when there is no answer. */
  readonly titles: (options?: { signal?: AbortSignal }) => Promise<readonly string[]>;
  /** The setting `answer.maxPassages`: passages that the generator reads, 1–20. */
  readonly maxPassages: number;
}

/**
 * Answers a question from what was found for it: generate, cite, prove, score. Abstains where retrieval found
 * nothing relevant and where no quote could be proven.
 * Errors: those of the generator, `aborted`.
 */
export async function answerQuestion(
  question: string,
  retrieval: Retrieval,
  context: AnswerContext,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Answer> {
  const { result } = retrieval;
  const startedMs = performance.now();
  throwIfAborted(options.signal);
  const passages = toPassages(retrieval, context.maxPassages);
  const quotes =
    passages.length === 0 ? [] : await collectQuotes(question, result, passages, context, options);
  const generatedMs = performance.now();
  const { citations, warnings } = await cite(quotes, passages, context.sourceText, options);
  const citedMs = performance.now();

  const common = {
    timings: {
      ...result.timings,
      generate: generatedMs - startedMs,
      cite: citedMs - generatedMs,
      total: (result.timings.total ?? 0) + (citedMs - startedMs),
    },
    warnings: [...result.warnings, ...warnings],
  };
  if (citations.length === 0) return { ...abstain(result, await context.titles(options)), ...common };
  return {
    answer: citedText(citations),
    abstained: false,
    citations,
    confidence: confidence(result.relevance),
    hits: result.hits,
    dropped: result.dropped,
    question: result.question,
    relevance: result.relevance,
    ...common,
  };
}

function toPassages({ result, chunks }: Retrieval, maxPassages: number): CitedPassage[] {
  return result.hits.slice(0, maxPassages).map((hit, position) => {
    const passage: Passage = {
      number: position + 1,
      chunk: chunks[position] as Passage['chunk'],
      score: hit.score,
    };
    return { passage, hit };
  });
}

async function collectQuotes(
  question: string,
  result: Retrieval['result'],
  passages: readonly CitedPassage[],
  { generator }: AnswerContext,
  { signal }: { readonly signal?: AbortSignal },
): Promise<Quote[]> {
  const quotes: Quote[] = [];
  const events = generator.generate({
    question,
    language: result.question.language,
    terms: result.question.terms,
    passages: passages.map(({ passage }) => passage),
    ...(signal && { signal }),
  });
  for await (const event of events) {
    if (event.type === 'quote') quotes.push(event);
    // Words of a model's own would reach the reader unproven: only quotes can be checked letter by letter.
    if (event.type === 'text') {
      throw new FootnoteError('model_rejected', {
        model: generator.name,
        reason: 'it wrote words that are not quotes',
      });
    }
  }
  return quotes;
}
