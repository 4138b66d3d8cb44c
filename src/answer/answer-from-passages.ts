import type { ConversationTurn } from '../contracts/conversation.ts';
import type { GenerateRequest } from '../contracts/generator.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { AnswerContext } from './answer-context.ts';
import { Footnotes } from './cite/cite.ts';
import { AnswerComposer, type ComposedAnswer, type ComposeEvent } from './compose-answer.ts';
import { type BuiltContext, buildContext } from './context/build-context.ts';
import { asksForMore } from './conversation/asks-for-more.ts';
import type { ConversedQuestion } from './conversation/conversed-question.ts';
import type { SearchedQuestion } from './conversation/searched-question.ts';
import { onlyCarried, weighCarried } from './conversation/weigh-carried.ts';
import { answerType } from './extract/answer-type.ts';
import { generateChecked } from './generate-checked.ts';
import { passagesToRead } from './passages-to-read.ts';
import { promptRoom } from './prompt/prompt-room.ts';
import { fillPrompt } from './prompt/prompt-template.ts';
import { SecondCheck } from './verify/second-check.ts';
import type { Speaker } from './wording/speaker.ts';

/** What an answer is made from. */
export interface AnswerBasis {
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
