import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FootnoteError, settingInvalid } from '../../errors.ts';
import { type Placeholders, type PromptTemplate, readPromptTemplate } from './prompt-template.ts';

/**
 * Reads a template: a plain name is one of the package's own, anything else is a path. `setting` is named where it
 * cannot be read. Placeholders are those of answers by default. Errors: `config_invalid`.
 */
export function readPromptFile(
  prompt: string,
  packageRoot: string,
  setting: string,
  placeholders?: Placeholders,
): PromptTemplate {
  const file = /^[a-z][a-z-]*$/.test(prompt) ? join(packageRoot, 'prompts', `${prompt}.md`) : prompt;
  try {
    return readPromptTemplate(readFileSync(file, 'utf8'), file, placeholders);
  } catch (cause) {
    if (cause instanceof FootnoteError) throw cause;
    const problem = `${setting}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw settingInvalid(problem, { cause });
  }
}
