import { isFootnoteError, throwIfAborted } from '../errors.ts';
import type { ConversedQuestion } from '../question/message.ts';
import { hearMessage } from '../question/question-language.ts';
import { readConversation, type WholeQuestion } from '../question/whole-question.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { type AnswerEvent, answerIncomplete, withWaits } from './answer.ts';
import type { AnswerContext, AnswerSettings } from './answer-context.ts';
import { Footnotes } from './compose/cite.ts';
import {
  AnswerComposer,
  type ComposedAnswer,
  type ComposeEvent,
  generateChecked,
} from './compose/compose-answer.ts';
import { borneOutShare, confidenceWarnings } from './confidence.ts';
import { type QuotingRequest, quotingOf } from './extract/quoting-request.ts';
import { type AnswerParts, abstained, answered, smallTalk } from './finish-answer.ts';
import { furtherPassages } from './further-passages.ts';
import { missingWords } from './missing-words.ts';
import { passagesToRead } from './passages-to-read.ts';
import { buildContext } from './prompt/build-context.ts';
import { fillPrompt, promptRoom } from './prompt/prompt-template.ts';
import { answerByRows, asksOfAllRows, computeRows } from './rows/answer-by-rows.ts';
import { SecondCheck } from './verify/second-check.ts';
import { type Abstention, abstentionText, replyToSmallTalk, spokenLanguage } from './wording/replies.ts';
import { type Remark, Speaker } from './wording/speaker.ts';

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
  const { coverage, languages, settings } = context;
  const heard = hearMessage({ ...asked, languages });
  const reply = await replyToSmallTalk(heard, { setting: settings.language, coverage });
  if (reply) {
    if (reply.topics.length > 0) yield { type: 'topics', topics: reply.topics };
    yield { type: 'token', text: reply.text };
    yield { type: 'done', answer: smallTalk(heard.language, reply.text, reply.topics) };
    return;
  }

  const speaker = new Speaker(spokenLanguage(settings.language, heard.language));
  const selection = settings.searchSelection ? asked.selectedText : '';
  // A question about words that are searched for as they stand leaves nothing unsaid.
  const leaning =
    selection.trim() === '' ? asked : { question: asked.question, history: [], selectedText: '' };
  const whole = yield* withWaits(speaker, (onWait) =>
    readConversation(leaning, context, { ...options, onWait }),
  );
  const retrieval = yield* withWaits(speaker, (onWait) =>
    context.retrieve({ ...whole, marked: selection }, { ...options, onWait }),
  );
  const { question } = retrieval;
  const { confidence } = context.settings;
  const calibration = confidence === 'calibrated' ? await context.calibration() : undefined;
  const remarks = [...rewritingWarnings(whole), ...confidenceWarnings(confidence, calibration)];
  const warnings = [...remarks.map((remark) => speaker.say(remark)), ...retrieval.result.warnings];
  const result = { ...retrieval.result, warnings };
  yield { type: 'retrieved', result };
  const startedMs = performance.now();

  const parts = { searchedFor: whole.question, result, startedMs, confidence, calibration, speaker };
  const computed = await computeRows(retrieval, context, options);
  const refusal = gate(retrieval, context.settings);
  if (refusal && !computed) {
    yield* abstain(refusal, parts, context);
    return;
  }

  const composed = computed
    ? yield* answerByRows(computed, retrieval, { ...context, speaker }, options)
    : yield* answerFromPassages(asked, { retrieval, speaker }, context, options);
  const { citations } = composed;
  const isOfAll = !computed && (question.isOfAll || asksOfAllRows(question, citations));
  const missing = {
    question: result.question,
    parts: question.parts,
    citations,
    chunks: retrieval.chunks,
    answerProbability: composed.answerProbability,
  };
  const cautions: readonly Remark[] = isOfAll
    ? [{ sentence: 'asksForEverything' }]
    : computed
      ? []
      : missingWords(missing, context.analyser, speaker);
  const unsupported: readonly Remark[] = isUnsupported(composed) ? [{ sentence: 'notBorneOut' }] : [];
  const remarked = [...cautions, ...composed.warnings, ...unsupported];
  const further = computed
    ? []
    : await furtherPassages({ retrieval, citations }, context, options).catch(noneUnlessAborted);
  const made = { ...parts, composed: { ...composed, warnings: remarked }, further };
  if (composed.failure) throw answerIncomplete(answered(made), composed.failure);
  if (composed.text.trim() === '') yield* abstain('unproven', made, context);
  else yield { type: 'done', answer: answered(made) };
}

/** What is said where a language model did not make a question whole that was asked to. */
function rewritingWarnings({ notRewritten }: WholeQuestion): readonly Remark[] {
  return notRewritten === undefined ? [] : [{ sentence: 'notRewritten', reason: notRewritten }];
}

/** What cannot be read beside an answer that was made takes nothing from it. Errors: `aborted`. */
function noneUnlessAborted(error: unknown): readonly [] {
  if (!isFootnoteError(error) || error.code === 'aborted') throw error;
  return [];
}

/** Whether a model wrote an answer of which its sources bear out nothing. */
function isUnsupported({ model, text, sentences }: ComposedAnswer): boolean {
  return model !== null && text.trim() !== '' && borneOutShare(text, sentences) === 0;
}

async function* abstain(
  reason: Abstention,
  made: AnswerParts,
  { coverage, isOfProject = false, settings: { fallback } }: AnswerContext,
): AsyncGenerator<AnswerEvent, void> {
  const covered = await coverage();
  const outcome = covered.documents.length === 0 ? 'no-documents' : reason;
  const isSaidBySettings = fallback !== '' && (outcome !== 'no-documents' || isOfProject);
  const said = isSaidBySettings
    ? { text: fallback, topics: [] }
    : abstentionText(outcome, covered, made.speaker);
  if (said.topics.length > 0) yield { type: 'topics', topics: said.topics };
  yield { type: 'token', text: said.text };
  yield { type: 'done', answer: abstained(made, outcome, said) };
}

/** Whether there is something to answer from: undefined where there is, else why not. Requirement row B8. */
export function gate(
  { result }: Retrieval,
  settings: Pick<AnswerSettings, 'minPassages'>,
): Exclude<Abstention, 'no-documents' | 'unproven'> | undefined {
  if (result.hits.length === 0) return result.dropped.length === 0 ? 'nothing-found' : 'below-threshold';
  if (passagesFound(result.hits) < settings.minPassages) return 'too-few-passages';
  return undefined;
}

/** Without what only stands around them; hits that became one span count as the passages that they were. */
function passagesFound(hits: readonly Hit[]): number {
  return hits.reduce((sum, { expansion, merged }) => (expansion ? sum : sum + 1 + merged.length), 0);
}

/** What an answer is made from. */
interface AnswerBasis {
  readonly retrieval: Retrieval;
  readonly speaker: Speaker;
}

/**
 * Answers from what was found: lays the passages out for the generator as far as there is room, and puts its words
 * together, cited and checked. Errors: those of the generator, `prompt_too_long`, `aborted`.
 */
export async function* answerFromPassages(
  asked: ConversedQuestion,
  { retrieval, speaker }: AnswerBasis,
  context: AnswerContext,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  const { analyser, generator, secondVerifier, settings, sourceText } = context;
  const { maxContextTokens, contextFormat: format, template } = settings;
  const passages = await passagesToRead(retrieval, settings.maxPassages, sourceText, options);
  const { history, contextTokens } = promptRoom(asked, template, context);
  const tokenizer = settings.contextTokenizer ?? context.tokenizer;
  const maxTokens = Math.min(maxContextTokens, contextTokens);
  const built = buildContext(passages, { format, tokenizer, maxTokens });
  const messages = fillPrompt(template, { ...asked, history, context: built.text });
  const { question, result } = retrieval;
  const request: QuotingRequest = {
    // Which of the passages' sentences answer is for the reader's own words to say.
    question: question.whole.asked,
    language: question.language,
    passages: built.passages.map(({ passage }) => passage),
    history: asked.history,
    messages,
    quoting: quotingOf(question, result.question, asked.history, analyser),
    ...options,
  };
  return yield* generateChecked(request, {
    generator,
    policy: settings.verify,
    composer: () =>
      new AnswerComposer({
        footnotes: new Footnotes(built.passages, sourceText, { ...options, places: context.places }),
        markers: settings.markers(built.passages),
        analyser,
        language: request.language,
        speaker,
      }),
    secondCheck: secondVerifier && (() => new SecondCheck(secondVerifier, options)),
  });
}
