import type { Analyser } from '../contracts/analyser.ts';
import type { Calibration } from '../contracts/calibration.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import type { Coverage } from '../contracts/coverage.ts';
import type { Generator, ModelCallOptions } from '../contracts/generator.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { throwIfAborted } from '../errors.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { type Abstention, abstentionText } from './abstain.ts';
import { isAggregation } from './aggregation.ts';
import type { AnswerEvent } from './answer.ts';
import { asksForMore } from './asks-for-more.ts';
import { Footnotes, type SourceTextLookup } from './cite.ts';
import { AnswerComposer } from './compose-answer.ts';
import { type ConfidenceMeasure, confidenceWarnings } from './confidence/score-answer.ts';
import { buildContext } from './context/build-context.ts';
import type { ContextFormat } from './context/context-format.ts';
import type { ConversedQuestion } from './conversed-question.ts';
import { type AnswerParts, abstained, answered, smallTalk } from './finish-answer.ts';
import { gate } from './gate.ts';
import { generateChecked, type VerifyPolicy } from './generate-checked.ts';
import { answerIncomplete } from './incomplete-answer.ts';
import type { MarkerFormatFor } from './markers/marker-format.ts';
import { passagesToRead } from './passages-to-read.ts';
import { promptRoom } from './prompt-room.ts';
import { fillPrompt, type PromptTemplate } from './prompt-template.ts';
import { replyToSmallTalk } from './reply-to-small-talk.ts';
import { searchText } from './search-text.ts';
import { searchedQuestion } from './searched-question.ts';
import { SecondCheck, type SecondVerifier } from './verify/second-check.ts';
import { weighCarried } from './weigh-carried.ts';
import { withWaits } from './with-waits.ts';
import { Speaker } from './wording/speaker.ts';
import { type LanguageSetting, spokenLanguage } from './wording/spoken-language.ts';

/** The choices of the answer stage. */
export interface AnswerSettings {
  /** Passages that the generator reads, 1–20. */
  readonly maxPassages: number;
  /** Fewest passages to answer from. */
  readonly minPassages: number;
  /** Room for the passages in the prompt, in tokens. */
  readonly maxContextTokens: number;
  readonly contextFormat: ContextFormat;
  /** What counts the context where that is not the model's tokenizer. */
  readonly contextTokenizer: Tokenizer | undefined;
  readonly markers: MarkerFormatFor;
  readonly template: PromptTemplate;
  /** What becomes of sentences that their sources do not bear out. */
  readonly verify: VerifyPolicy;
  readonly confidence: ConfidenceMeasure;
  /**
   * Whether words that the reader has marked are searched for with every question, as they stand. Else their content
   * words are with a question that leans on something: "explain this".
   */
  readonly searchSelection: boolean;
  /** What is said where nothing is answered; empty for why, and what the collection covers. */
  readonly fallback: string;
  /** The language of what Footnote itself says. */
  readonly language: LanguageSetting;
}

/** What answering works with. */
export interface AnswerContext {
  readonly generator: Generator;
  /** Makes follow-up questions whole; without it words of the conversation are carried over. */
  readonly rewriter?: LanguageModel | undefined;
  /** Reads sentences once more whose words are not all in their sources; without it their first verdict is final. */
  readonly secondVerifier?: SecondVerifier | undefined;
  readonly analyser: Analyser;
  /** Counts the context in the model's tokens, or something near to them. */
  readonly tokenizer: Tokenizer;
  readonly settings: AnswerSettings;
  readonly retrieve: (question: string, options: ModelCallOptions) => Promise<Retrieval>;
  readonly sourceText: SourceTextLookup;
  /** BCP 47 primary subtag of most of the documents; undefined where it is not known. */
  readonly mainLanguage?: string | undefined;
  /** What was found out about the collection's relevance; asked for only where confidence is measured by it. */
  readonly calibration: () => Promise<Calibration | undefined>;
  /** What the documents that the caller may see are about; asked for only when there is no answer. */
  readonly coverage: () => Promise<Coverage>;
}

/**
 * Answers a question: small talk, and what can be asked here, at once, else make it whole, retrieve, gate, context,
 * prompt, generate, cite, verify, score. Abstains where nothing relevant was found and where no sentence could be
 * proven. Errors: those of retrieval and generator, `prompt_too_long`, `answer_incomplete`, `aborted`.
 */
export async function* answerQuestion(
  asked: ConversedQuestion,
  context: AnswerContext,
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<AnswerEvent, void> {
  throwIfAborted(options.signal);
  const { coverage, mainLanguage, settings } = context;
  const evidence = { ...asked, mainLanguage };
  const reply = await replyToSmallTalk(evidence, { setting: settings.language, coverage });
  if (reply) {
    if (reply.topics.length > 0) yield { type: 'topics', topics: reply.topics };
    yield { type: 'token', text: reply.text };
    yield { type: 'done', answer: smallTalk(asked.question, reply.text, reply.topics) };
    return;
  }

  const speaker = new Speaker(spokenLanguage(settings.language, evidence));
  const selection = settings.searchSelection ? asked.selectedText : '';
  // A question about words that are searched for as they stand leaves nothing unsaid.
  const leaning =
    selection.trim() === '' ? asked : { question: asked.question, history: [], selectedText: '' };
  const searched = yield* withWaits(speaker, (onWait) =>
    searchedQuestion(leaning, context, { ...options, onWait }),
  );
  const searchedFor = searched.question;
  const retrieval = yield* withWaits(speaker, (onWait) =>
    context.retrieve(searchText(searchedFor, selection), { ...options, onWait }),
  );
  const { confidence } = context.settings;
  const calibration = confidence === 'calibrated' ? await context.calibration() : undefined;
  const remarks = [...searched.warnings, ...confidenceWarnings(confidence, calibration)];
  const warnings = [...remarks.map((remark) => speaker.say(remark)), ...retrieval.result.warnings];
  const result = { ...retrieval.result, warnings };
  yield { type: 'retrieved', result };
  const startedMs = performance.now();

  const parts = { searchedFor, result, startedMs, confidence, calibration, speaker };
  const refusal = gate(retrieval, context.settings);
  if (refusal) {
    yield* abstain(refusal, parts, context);
    return;
  }

  const { maxPassages } = context.settings;
  const passages = await passagesToRead(retrieval, maxPassages, context.sourceText, options);
  const { maxContextTokens, contextFormat: format, template } = context.settings;
  const { history, contextTokens } = promptRoom(asked, template, context);
  const tokenizer = context.settings.contextTokenizer ?? context.tokenizer;
  const maxTokens = Math.min(maxContextTokens, contextTokens);
  const built = buildContext(passages, { format, tokenizer, maxTokens });
  const { question, selectedText } = asked;
  const messages = fillPrompt(template, { context: built.text, question, history, selectedText });
  const { language, terms, expansions } = retrieval.result.question;
  const { secondVerifier } = context;
  const composed = yield* generateChecked(
    {
      // Which of the passages' sentences answer is for the reader's own words to say.
      question: searched.carried.length === 0 ? searchedFor : question,
      language,
      terms: weighCarried(terms, searched.carried, context.analyser, language),
      expansions,
      passages: built.passages.map(({ passage }) => passage),
      ...(asksForMore(question) && { alreadySaid: inOneText(replies(asked.history)) }),
      ...(searched.carried.length > 0 && { saidEarlier: inOneText(replies(asked.history).slice(0, -1)) }),
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
          speaker,
        }),
      secondCheck: secondVerifier && (() => new SecondCheck(secondVerifier, options)),
    },
  );

  const cautions = isAggregation(question) ? [{ sentence: 'asksForEverything' } as const] : [];
  const made = { ...parts, composed: { ...composed, warnings: [...cautions, ...composed.warnings] } };
  if (composed.failure) throw answerIncomplete(answered(made), composed.failure);
  if (composed.text.trim() === '') yield* abstain('unproven', made, context);
  else yield { type: 'done', answer: answered(made) };
}

/** Characters of earlier replies that are looked through for what was quoted already. */
const repliesRead = 20_000;

function replies(history: readonly ConversationTurn[]): readonly string[] {
  return history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
}

function inOneText(said: readonly string[]): string {
  return said.join('\n').slice(-repliesRead);
}

async function* abstain(
  reason: Abstention,
  made: AnswerParts,
  { coverage, settings: { fallback } }: AnswerContext,
): AsyncGenerator<AnswerEvent, void> {
  const covered = await coverage();
  const outcome = covered.documents.length === 0 ? 'no-documents' : reason;
  const isSaidBySettings = fallback !== '' && outcome !== 'no-documents';
  const said = isSaidBySettings
    ? { text: fallback, topics: [] }
    : abstentionText(outcome, covered, made.speaker);
  if (said.topics.length > 0) yield { type: 'topics', topics: said.topics };
  yield { type: 'token', text: said.text };
  yield { type: 'done', answer: abstained(made, outcome, said) };
}
