import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FootnoteError } from '../errors.ts';
import type { AnswerSettings } from './answer-question.ts';
import { type ContextFormat, numberedContext } from './build-context.ts';
import type { VerifyPolicy } from './generate-checked.ts';
import { citationMarkers } from './markers/citation-markers.ts';
import type { MarkerFormatFor } from './markers/marker-format.ts';
import { numberMarkers } from './markers/number-markers.ts';
import { titleMarkers } from './markers/title-markers.ts';
import { type PromptTemplate, readPromptTemplate } from './prompt-template.ts';

/** The section `answer` of the settings, as far as it makes choices between formats. */
export interface AnswerChoices {
  readonly maxPassages: number;
  readonly minPassages: number;
  readonly maxContextTokens: number;
  readonly contextFormat: 'numbered';
  readonly citationFormat: 'number' | 'citation' | 'title';
  readonly prompt: string;
  readonly verify: VerifyPolicy;
}

const contextFormats: Readonly<Record<AnswerChoices['contextFormat'], ContextFormat>> = {
  numbered: numberedContext,
};

const markerFormats: Readonly<Record<AnswerChoices['citationFormat'], MarkerFormatFor>> = {
  number: numberMarkers,
  citation: citationMarkers,
  title: titleMarkers,
};

/**
 * What the settings say by name as what the answer stage works with. The prompt's template is read and checked at
 * once. Errors: `config_invalid`.
 */
export function createAnswerSettings(choices: AnswerChoices, packageRoot: string): AnswerSettings {
  const { maxPassages, minPassages, maxContextTokens, contextFormat, citationFormat, prompt, verify } =
    choices;
  return {
    maxPassages,
    minPassages,
    maxContextTokens,
    contextFormat: contextFormats[contextFormat],
    markers: markerFormats[citationFormat],
    template: readTemplate(prompt, packageRoot),
    verify,
  };
}

/** A plain name is a template of the package's own; anything else is a path. */
function readTemplate(prompt: string, packageRoot: string): PromptTemplate {
  const file = /^[a-z][a-z-]*$/.test(prompt) ? join(packageRoot, 'prompts', `${prompt}.md`) : prompt;
  try {
    return readPromptTemplate(readFileSync(file, 'utf8'), file);
  } catch (cause) {
    if (cause instanceof FootnoteError) throw cause;
    const problem = `answer.prompt: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw new FootnoteError('config_invalid', { source: 'The settings', problem }, { cause });
  }
}
