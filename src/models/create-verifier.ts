import type { ClaimVerifier } from '../contracts/claim-verifier.ts';
import { settingInvalid } from '../errors.ts';
import { entailmentVerifier } from './local/entailment-verifier.ts';

/** The section `verifier` of the settings, as far as it makes a choice. */
export interface VerifierSettings {
  /** `judge` asks the language model of the section `generator`. */
  readonly kind: 'none' | 'judge' | 'entailment';
  /** Of `entailment`: the model's folder. */
  readonly directory: string;
}

/**
 * The second verifier that the settings ask for; undefined for `none`. `judge` is a stage of answering; what makes it
 * is given where there is a language model. Nothing is loaded and nothing is sent before the first sentence.
 * Errors: `config_invalid`, `model_missing`.
 */
export async function createVerifier(
  { kind, directory }: VerifierSettings,
  judge: (() => ClaimVerifier) | undefined,
): Promise<ClaimVerifier | undefined> {
  switch (kind) {
    case 'none':
      return undefined;
    case 'judge':
      if (judge) return judge();
      throw settingInvalid('verifier.kind: judge needs a language model; set generator.kind to one');
    case 'entailment':
      if (directory !== '') return entailmentVerifier({ directory });
      throw settingInvalid('verifier.directory: the kind entailment requires it');
    default:
      return kind satisfies never;
  }
}
