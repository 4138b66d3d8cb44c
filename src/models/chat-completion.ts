import { z } from 'zod';
import type { GenerateUsage, PromptMessage } from '../contracts/generator.ts';
import { FootnoteError } from '../errors.ts';
import type { KnownChatModel } from './known-chat-models.ts';

/** What one piece of an answer adds, or a whole answer. */
export interface CompletionPiece {
  /** Words of the answer; empty where the piece has none, such as thoughts before the answer. */
  readonly text: string;
  /** Why the answer ends here; undefined while it goes on. */
  readonly finish?: 'stop' | 'length' | 'filtered';
  readonly usage?: GenerateUsage;
}

/** Some models give their answer in parts, of which those that are no text are thoughts. */
const contentShape = z
  .union([
    z.string(),
    z
      .array(z.looseObject({ type: z.string(), text: z.string().optional() }))
      .transform((parts) => parts.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')),
  ])
  .nullish();

const messageShape = z.object({ content: contentShape, refusal: z.string().nullish() }).nullish();

/**
 * `CreateChatCompletionStreamResponse` and `CreateChatCompletionResponse` of OpenAI's API, as far as they are needed.
 * Servers that follow them leave out more than they allow.
 */
const pieceShape = z.object({
  choices: z.array(
    z.object({ delta: messageShape, message: messageShape, finish_reason: z.string().nullish() }),
  ),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

/** What is asked of the model besides its answer. */
export interface CompletionWishes {
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly stream?: boolean;
}

/** `CreateChatCompletionRequest` of OpenAI's API. A model that thinks is asked in its own way. */
export function completionRequest(
  model: string,
  messages: readonly PromptMessage[],
  { temperature, maxTokens, stream }: CompletionWishes,
  known: KnownChatModel | undefined,
): object {
  const limit = known?.isReasoning ? 'max_completion_tokens' : 'max_tokens';
  return {
    model,
    // Lone surrogates are no JSON that every server reads.
    messages: messages.map(({ role, content }) => ({ role, content: content.toWellFormed() })),
    ...(maxTokens !== undefined && { [limit]: maxTokens }),
    ...(temperature !== undefined && !known?.isReasoning && { temperature }),
    ...(stream && { stream: true, stream_options: { include_usage: true } }),
  };
}

/**
 * Reads a piece of a streamed answer, or a whole answer. Errors: `model_answer_invalid` where it is neither.
 */
export function readCompletion(body: unknown, model: string): CompletionPiece {
  const { success, data, error } = pieceShape.safeParse(body);
  if (!success) {
    const issue = error.issues[0];
    const problem = `${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'invalid'}`;
    throw new FootnoteError('model_answer_invalid', { model, problem });
  }
  const [choice] = data.choices;
  const said = choice?.delta ?? choice?.message;
  const { usage } = data;
  return {
    text: (said?.content ?? '') + (said?.refusal ?? ''),
    ...(choice?.finish_reason && { finish: said?.refusal ? 'filtered' : finishOf(choice.finish_reason) }),
    ...(usage && {
      usage: {
        promptTokens: usage.prompt_tokens ?? null,
        completionTokens: usage.completion_tokens ?? null,
      },
    }),
  };
}

function finishOf(reason: string): 'stop' | 'length' | 'filtered' {
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'filtered' : 'stop';
}
