import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import type { GenerateRequest, WeightedTerm } from '../contracts/generator.ts';
import { answerType } from '../question/intent.ts';
import { asksForMore, type ConversedQuestion } from '../question/message.ts';
import type { WholeQuestion } from '../question/whole-question.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { AnswerContext } from './answer-context.ts';
import type { SearchedQuestion } from './answer-question.ts';
import { Footnotes } from './compose/cite.ts';
import { AnswerComposer, type ComposedAnswer, type ComposeEvent } from './compose/compose-answer.ts';
import { generateChecked } from './compose/generate-checked.ts';
import { passagesToRead } from './passages-to-read.ts';
import { type BuiltContext, buildContext } from './prompt/build-context.ts';
import { fillPrompt, promptRoom } from './prompt/prompt-template.ts';
import { SecondCheck } from './verify/second-check.ts';
import type { Speaker } from './wording/speaker.ts';

/** What an answer is made from. */
interface AnswerBasis {
  readonly searched: SearchedQuestion;
  readonly retrieval: Retrieval;
  readonly speaker: Speaker;
}

/**
 * Answers from what was found: lays the passages out for the generator as far as there is room, and puts its words
 * together, cited and checked. Errors: those of the generator, `prompt_too_long`, `aborted`.
 */
export async function* answerFromPassages(
  asked: ConversedQuestion,
  { searched, retrieval, speaker }: AnswerBasis,
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
  const request = { ...whatToAnswer(asked, { searched, retrieval }, built, context), messages, ...options };
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

function whatToAnswer(
  { question, history }: ConversedQuestion,
  { searched, retrieval }: Pick<AnswerBasis, 'searched' | 'retrieval'>,
  { passages }: BuiltContext,
  { analyser }: AnswerContext,
): Omit<GenerateRequest, 'messages'> {
  const { language, terms, expansions } = retrieval.result.question;
  const { repliesPast, carried } = searched;
  const asksMore = asksForMore(question);
  const weigh = asksMore && carried.length > 0 ? onlyCarried : weighCarried;
  const said = replies(history);
  const asksOnlyWhy = searched.leavesAllUnsaid && answerType(question, language) === 'reason';
  return {
    // Which of the passages' sentences answer is for the reader's own words to say.
    question: searched.asked,
    language,
    terms: weigh(terms, searched, analyser, language),
    expansions,
    passages: passages.map(({ passage }) => passage),
    ...((asksMore || asksOnlyWhy) && { alreadySaid: inOneText(said) }),
    ...(repliesPast !== 'none' && {
      saidEarlier: inOneText(repliesPast === 'all' ? said : said.slice(0, -1)),
    }),
  };
}

/** Characters of earlier replies that are looked through for what was quoted already. */
const repliesRead = 20_000;

function replies(history: readonly ConversationTurn[]): readonly string[] {
  return history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
}

function inOneText(said: readonly string[]): string {
  return said.join('\n').slice(-repliesRead);
}

/** What is asked of a subject that is named counts half of its name: the same was said of others. */
const weightOfNamed = 0.5;

/**
 * The question's terms, those of words taken over from the conversation together at most as heavy as those of the
 * reader's own, and half as heavy where it turns to another subject or an item of a list: they say what the question is
 * about, and most of a passage that was found by them is about that. `language` is that of the question.
 */
export function weighCarried(
  terms: readonly WeightedTerm[],
  { carried, repliesPast }: Pick<WholeQuestion, 'carried' | 'repliesPast'>,
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  const isCarried = carriedTest(carried, analyser, language);
  const own = total(terms.filter((one) => !isCarried(one)));
  const most = repliesPast === 'earlier' ? own : weightOfNamed * own;
  const takenOver = total(terms.filter(isCarried));
  if (own === 0 || takenOver <= most) return terms;
  return terms.map((one) => (isCarried(one) ? { ...one, weight: (one.weight * most) / takenOver } : one));
}

/** The terms of words taken over alone: who asks for more says nothing else of what it is about. */
export function onlyCarried(
  terms: readonly WeightedTerm[],
  { carried }: Pick<WholeQuestion, 'carried'>,
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  return terms.filter(carriedTest(carried, analyser, language));
}

function carriedTest(carried: readonly string[], analyser: Analyser, language: string) {
  const all = new Set(carried.flatMap((word) => analyser.terms(word, language).map(({ text }) => text)));
  return ({ term }: WeightedTerm) => all.has(term);
}

function total(terms: readonly WeightedTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}
