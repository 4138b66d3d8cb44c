import type { GenerateUsage, ModelCallOptions, PromptMessage } from './generator.ts';

export interface CompletionOptions extends ModelCallOptions {
  /** Most tokens of the reply. Default: what the model allows. */
  readonly maxTokens?: number;
  /** Is told what a reply cost, where that was counted; also of one that then is no use. */
  readonly onUsage?: (usage: GenerateUsage) => void;
}

/**
 * A language model that says one thing at a time, for steps that need a reply whole: rewriting a question, ordering
 * passages, judging an answer.
 */
export interface LanguageModel {
  readonly name: string;
  /**
   * The reply, trimmed; never empty. Errors: `model_unavailable`, `model_rejected`, `model_answer_invalid` where there
   * is no text in the answer, `aborted`.
   */
  complete(messages: readonly PromptMessage[], options?: CompletionOptions): Promise<string>;

  /** Pending replies reject with `aborted`. A model without it has none. */
  close?(): Promise<void>;
}
