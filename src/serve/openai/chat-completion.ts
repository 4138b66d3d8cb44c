import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Answer, AnswerEvent } from '../../answer/answer.ts';
import { citationMarks } from '../../answer/citation-marks.ts';
import type { Citation } from '../../contracts/citation.ts';
import { pageToName } from '../../contracts/page-unit.ts';
import type { ServerEvent } from '../event-streams.ts';
import type {
  ChatAnnotation,
  ChatChunk,
  ChatOutcome,
  ChatUsage,
  completionSchema,
  FinishReason,
} from './openai-schemas.ts';

/** How an answer is told. */
export interface CompletionOptions {
  /** The model's name as it was asked for. */
  readonly model: string;
  /** Whether the text ends with its footnotes. */
  readonly footnotes: boolean;
  /** Address of the page, where annotations link to. */
  readonly page: string;
}

/** An answer as a whole completion. */
export function completionOf(answer: Answer, options: CompletionOptions): z.output<typeof completionSchema> {
  return {
    ...heading(options),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.answer + (options.footnotes ? footnotesOf(answer) : ''),
          refusal: null,
          annotations: annotationsOf(answer, options),
        },
        finish_reason: finishReasonOf(answer),
        logprobs: null,
      },
    ],
    usage: usageOf(answer),
    footnote: outcomeOf(answer),
  };
}

/**
 * An answer as the events of a streamed completion: pieces of the text as they come, then the annotations, then the
 * reason of the end, with `includeUsage` the usage, and `[DONE]`. What fails before anything was said throws; after
 * that `failureOf` says how the stream ends.
 */
export async function* completionEvents(
  events: AsyncIterable<AnswerEvent>,
  options: CompletionOptions & {
    readonly includeUsage: boolean;
    readonly failureOf: (error: unknown) => object;
  },
): AsyncGenerator<ServerEvent> {
  const same = { ...heading(options), object: 'chat.completion.chunk' as const };
  const usage = options.includeUsage ? { usage: null } : {};
  const chunk = (
    delta: ChatChunk['choices'][number]['delta'],
    finish_reason: FinishReason | null = null,
  ): ChatChunk => ({ ...same, choices: [{ index: 0, delta, finish_reason, logprobs: null }], ...usage });

  let isBegun = false;
  try {
    for await (const event of events) {
      if (!isBegun) yield dataOf(chunk({ role: 'assistant', content: '' }));
      isBegun = true;
      if (event.type === 'token') yield dataOf(chunk({ content: event.text }));
      if (event.type !== 'done') continue;
      const { answer } = event;
      const footnotes = options.footnotes ? footnotesOf(answer) : '';
      if (footnotes !== '') yield dataOf(chunk({ content: footnotes }));
      const annotations = annotationsOf(answer, options);
      if (annotations.length > 0) yield dataOf(chunk({ annotations }));
      yield dataOf({ ...chunk({}, finishReasonOf(answer)), footnote: outcomeOf(answer) });
      if (options.includeUsage) yield dataOf({ ...same, choices: [], usage: usageOf(answer) });
    }
    yield { type: 'done', frame: 'data: [DONE]\n\n' };
  } catch (error) {
    if (!isBegun) throw error;
    yield { ...dataOf(options.failureOf(error)), type: 'done' };
  }
}

function dataOf(data: object): ServerEvent {
  return { type: 'data', frame: `data: ${JSON.stringify(data)}\n\n` };
}

function heading({ model }: CompletionOptions) {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

function finishReasonOf({ model, complete }: Answer): FinishReason {
  if (model?.finishReason === 'filtered') return 'content_filter';
  return model?.finishReason === 'length' || !complete ? 'length' : 'stop';
}

function usageOf({ model }: Answer): ChatUsage {
  const prompt_tokens = model?.promptTokens ?? 0;
  const completion_tokens = model?.completionTokens ?? 0;
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function outcomeOf(answer: Answer): ChatOutcome {
  const { abstained, outcome, confidence, confidenceReason, complete, messageId, warnings } = answer;
  return {
    abstained,
    outcome,
    confidence,
    confidenceReason,
    complete,
    messageId,
    warnings: [...warnings],
  };
}

/** The footnotes as text under the answer. */
function footnotesOf({ citations }: Answer): string {
  const lines = citations.map((citation) => {
    const page = pageToName(citation);
    const place = [citation.path, ...citation.headingPath].join(' › ');
    return `[${citation.number}] ${place}${page ? `, ${page.unit} ${page.number}` : ''}: “${citation.quote}”`;
  });
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

function annotationsOf(answer: Answer, { page }: CompletionOptions): ChatAnnotation[] {
  return citationMarks(answer).map(({ start: start_index, end: end_index, citation }) => ({
    type: 'url_citation',
    url_citation: { start_index, end_index, url: urlOf(citation, page), title: citation.title },
    footnote: citation,
  }));
}

/** The quote in its document, on the page of the server. */
function urlOf({ collection, documentId, start, end }: Citation, page: string): string {
  const query = new URLSearchParams({
    collection,
    document: documentId,
    in: collection,
    span: `${start}-${end}`,
  });
  return `${page}/#/documents?${query.toString()}`;
}
