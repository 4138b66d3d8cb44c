import type { AnswerSettings } from './answer-context.ts';
import type { ConfidenceMeasure } from './confidence/score-answer.ts';
import { contextFormats } from './context/context-formats.ts';
import { fourCharacterTokenizer } from './context/four-character-tokenizer.ts';
import type { VerifyPolicy } from './generate-checked.ts';
import { type CitationFormat, markerFormats } from './markers/marker-formats.ts';
import { readPromptFile } from './prompt-file.ts';
import type { LanguageSetting } from './wording/spoken-language.ts';

/** The section `answer` of the settings, as far as it makes choices between formats. */
export interface AnswerChoices {
  readonly maxPassages: number;
  readonly minPassages: number;
  readonly maxContextTokens: number;
  readonly contextFormat: keyof typeof contextFormats;
  readonly contextTokenizer: 'model' | 'four-characters';
  readonly citationFormat: CitationFormat;
  readonly prompt: string;
  readonly verify: VerifyPolicy;
  readonly confidence: ConfidenceMeasure;
  readonly searchSelection: boolean;
  readonly fallback: string;
  readonly language: LanguageSetting;
}

/**
 * What the settings say by name as what the answer stage works with. The prompt's template is read and checked at
 * once. Errors: `config_invalid`.
 */
export function createAnswerSettings(choices: AnswerChoices, packageRoot: string): AnswerSettings {
  const { contextFormat, contextTokenizer, citationFormat, prompt, ...others } = choices;
  return {
    ...others,
    contextFormat: contextFormats[contextFormat],
    contextTokenizer: contextTokenizer === 'four-characters' ? fourCharacterTokenizer : undefined,
    markers: markerFormats[citationFormat],
    template: readPromptFile(prompt, packageRoot, 'answer.prompt'),
  };
}
