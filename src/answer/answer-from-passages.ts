import type { ConversedQuestion } from '../question/message.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { AnswerContext } from './answer-context.ts';
import { Footnotes } from './compose/cite.ts';
import { AnswerComposer, type ComposedAnswer, type ComposeEvent } from './compose/compose-answer.ts';
import { generateChecked } from './compose/generate-checked.ts';
import { type QuotingRequest, quotingOf } from './extract/quoting-request.ts';
import { passagesToRead } from './passages-to-read.ts';
import { buildContext } from './prompt/build-context.ts';
import { fillPrompt, promptRoom } from './prompt/prompt-template.ts';
import { SecondCheck } from './verify/second-check.ts';
import type { Speaker } from './wording/speaker.ts';

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
