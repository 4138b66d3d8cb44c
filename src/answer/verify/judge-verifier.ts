import { type ClaimVerdict, type ClaimVerifier, claimVerdicts } from '../../contracts/claim-verifier.ts';
import type { LanguageModel } from '../../contracts/language-model.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { readPromptFile } from '../prompt/prompt-file.ts';
import { fenceFor, fillTemplate } from '../prompt/prompt-template.ts';

export interface JudgeVerifierOptions {
  /** Closed with the verifier. */
  readonly model: LanguageModel;
  /** Where `prompts/judge.md` is. */
  readonly packageRoot: string;
}

/** Tokens of one word, with some for a model that thinks first. */
const maxTokens = 1000;

/** Longest reply that is quoted where it cannot be read, in characters. */
const maxQuoted = 80;

/**
 * A verifier that asks a language model for its verdict, one word. It is not told what the words alone came to.
 * Errors: `config_invalid` where the template cannot be read; of verifying those of {@link ClaimVerifier}.
 */
export function judgeVerifier({ model, packageRoot }: JudgeVerifierOptions): ClaimVerifier {
  const placeholders = { required: ['claim', 'sources'], optional: ['fence'] };
  const template = readPromptFile('judge', packageRoot, 'verifier.kind', placeholders);
  return {
    name: `judge ${model.name}`,
    async verify({ text: claim, sources: cited }, { signal } = {}) {
      throwIfAborted(signal);
      const sources = cited.join('\n\n');
      const messages = fillTemplate(template, { claim, sources, fence: fenceFor(sources + claim) });
      const reply = await model.complete(messages, { maxTokens, signal });
      const verdict = readVerdict(reply);
      if (verdict !== undefined) return verdict;
      const problem = `its verdict cannot be read: “${reply.slice(0, maxQuoted)}”`;
      throw new FootnoteError('model_answer_invalid', { model: model.name, problem });
    },
    close: async () => model.close?.(),
  };
}

/** The one word that a reply is, case, quotation marks and a full stop aside; undefined of everything else. */
export function readVerdict(reply: string): ClaimVerdict | undefined {
  const word = reply.trim().replace(/^["'“*`]*(\p{L}+)["'”*`]*\.?["'”*`]*$/u, '$1');
  return claimVerdicts.find((verdict) => verdict === word.toLowerCase());
}
