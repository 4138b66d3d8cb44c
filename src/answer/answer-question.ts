import type { Analyser } from '../contracts/analyser.ts';
import type { Generator } from '../contracts/generator.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { throwIfAborted } from '../errors.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { type Abstention, abstentionText } from './abstain.ts';
import type { Answer, AnswerEvent, ConversationTurn } from './answer.ts';
import { buildContext, type ContextFormat } from './build-context.ts';
import { type CitedPassage, Footnotes, type SourceTextLookup } from './cite.ts';
import { AnswerComposer, type ComposedAnswer } from './compose-answer.ts';
import { gate } from './gate.ts';
import { generateChecked, type VerifyPolicy } from './generate-checked.ts';
import type { MarkerFormatFor } from './markers/marker-format.ts';
import { fillPrompt, type PromptTemplate } from './prompt-template.ts';
import { relevanceConfidence } from './score-answer.ts';

/** A question with what surrounds it. */
export interface AskedQuestion {
  readonly question: string;
  /** Earlier messages of the conversation, oldest first. */
  readonly history: readonly ConversationTurn[];
  /** Words that the user has marked while asking; empty where none. */
  readonly selectedText: string;
}

/** The choices of the answer stage. */
export interface AnswerSettings {
  /** Passages that the generator reads, 1–20. */
  readonly maxPassages: number;
  /** Fewest passages to answer from. */
  readonly minPassages: number;
  /** Room for the passages in the prompt, in tokens. */
  readonly maxContextTokens: number;
  readonly contextFormat: ContextFormat;
  readonly markers: MarkerFormatFor;
  readonly template: PromptTemplate;
  /** What becomes of sentences that their sources do not bear out. */
  readonly verify: VerifyPolicy;
}

/** What answering works with. */
export interface AnswerContext {
  readonly generator: Generator;
  readonly analyser: Analyser;
  /** Counts the context in the model's tokens, or something near to them. */
  readonly tokenizer: Tokenizer;
  readonly settings: AnswerSettings;
  readonly retrieve: (question: string, options: { signal?: AbortSignal }) => Promise<Retrieval>;
  readonly sourceText: SourceTextLookup;
  /** Titles of the collection's documents, most telling first; asked for only when there is no answer. */
  readonly titles: (options?: { signal?: AbortSignal }) => Promise<readonly string[]>;
}

/**
 * Answers a question: retrieve, gate, context, prompt, generate, cite, verify, score. Abstains where nothing
 * relevant was found and where no sentence could be proven.
 * Errors: those of retrieval and generator, `aborted`.
 */
export async function* answerQuestion(
  asked: AskedQuestion,
  context: AnswerContext,
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<AnswerEvent, void> {
  throwIfAborted(options.signal);
  const searchedFor = asked.question;
  const retrieval = await context.retrieve(searchedFor, options);
  yield { type: 'retrieved', result: retrieval.result };
  const startedMs = performance.now();

  const refusal = gate(retrieval, context.settings);
  if (refusal) {
    yield* abstain(refusal, { searchedFor, retrieval, startedMs }, context, options);
    return;
  }

  const passages = toPassages(retrieval, context.settings.maxPassages);
  const { maxContextTokens: maxTokens, contextFormat: format, template } = context.settings;
  const built = buildContext(passages, { format, tokenizer: context.tokenizer, maxTokens });
  const { question, history, selectedText } = asked;
  const messages = fillPrompt(template, { context: built.text, question, history, selectedText });
  const { language, terms } = retrieval.result.question;
  const composed = yield* generateChecked(
    {
      question: searchedFor,
      language,
      terms,
      passages: built.passages.map(({ passage }) => passage),
      messages,
      ...options,
    },
    {
      generator: context.generator,
      policy: context.settings.verify,
      composer: () =>
        new AnswerComposer({
          footnotes: new Footnotes(built.passages, context.sourceText, options),
          markers: context.settings.markers(built.passages),
          analyser: context.analyser,
          language,
        }),
    },
  );

  const made = { searchedFor, retrieval, startedMs, composed };
  if (composed.text.trim() === '') yield* abstain('unproven', made, context, options);
  else yield { type: 'done', answer: toAnswer(made) };
}

/** What an answer is made of, as far as it has come. */
interface Made {
  readonly searchedFor: string;
  readonly retrieval: Retrieval;
  readonly startedMs: number;
  readonly composed?: ComposedAnswer;
}

function toPassages({ result, chunks }: Retrieval, maxPassages: number): CitedPassage[] {
  return result.hits.slice(0, maxPassages).flatMap((hit, position) => {
    const chunk = chunks[position];
    return chunk ? [{ passage: { number: position + 1, chunk, score: hit.score }, hit }] : [];
  });
}

async function* abstain(
  reason: Abstention,
  made: Made,
  { titles }: AnswerContext,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<AnswerEvent, void> {
  const known = await titles(options);
  const outcome = known.length === 0 ? 'no-documents' : reason;
  const answer = abstentionText(outcome, known);
  yield { type: 'token', text: answer };
  yield {
    type: 'done',
    answer: {
      ...toAnswer(made),
      answer,
      abstained: true,
      outcome,
      citations: [],
      sentences: [],
      unmatched: [],
      confidence: 0,
      confidenceReason: 'nothing is answered',
    },
  };
}

function toAnswer({ searchedFor, retrieval: { result }, startedMs, composed }: Made): Answer {
  const { hits, dropped, question, relevance, timings, warnings } = result;
  const confidence = relevanceConfidence(relevance);
  const answerMs = performance.now() - startedMs;
  return {
    answer: composed?.text ?? '',
    abstained: false,
    outcome: 'answered',
    citations: composed?.citations ?? [],
    sentences: composed?.sentences ?? [],
    unmatched: composed?.unmatched ?? [],
    confidence: confidence.value,
    confidenceLevel: confidence.level,
    confidenceReason: confidence.reason,
    model: composed?.model ?? null,
    complete: composed?.complete ?? true,
    searchedFor,
    conversationId: null,
    messageId: null,
    hits,
    dropped,
    question,
    relevance,
    timings: { ...timings, answer: answerMs, total: (timings.total ?? 0) + answerMs },
    warnings: [...warnings, ...(composed?.warnings ?? [])],
  };
}
