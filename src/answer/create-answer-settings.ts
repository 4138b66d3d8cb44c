import type { AnswerSettings } from './answer-context.ts';
import { contextFormats } from './context/context-formats.ts';
import { fourCharacterTokenizer } from './context/four-character-tokenizer.ts';
import { type CitationFormat, markerFormats } from './markers/marker-formats.ts';
import { readPromptFile } from './prompt/prompt-file.ts';

/** The section `answer` of the settings, as far as the answer stage is concerned: what it works with by name. */
interface AnswerChoices
  extends Omit<AnswerSettings, 'contextFormat' | 'contextTokenizer' | 'markers' | 'template'> {
  readonly contextFormat: keyof typeof contextFormats;
  readonly contextTokenizer: 'model' | 'four-characters';
  readonly citationFormat: CitationFormat;
  readonly prompt: string;
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
