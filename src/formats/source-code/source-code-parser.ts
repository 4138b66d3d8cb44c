import type { Block, Parser } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { languageOf, looksLikeText, readText } from '../read-text.ts';
import { codeUnits } from './code-units.ts';
import { languageOfFile, sourceCodeExtensions } from './programming-languages.ts';

/**
 * Source code and configuration: the text as it stands, a block of code for each top-level definition or setting with
 * its comments, long classes by their methods. Title: the path.
 */
export const sourceCodeParser: Parser = {
  name: 'source-code',
  extensions: sourceCodeExtensions,
  version: 4,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    throwIfAborted(options.signal);
    const { text, encoding, warnings } = readText(file);
    const language = languageOfFile(file.path);
    return {
      text,
      blocks: codeUnits(text, language).map(
        (unit): Block => ({ kind: 'code', ...(language && { language }), ...unit }),
      ),
      title: file.path,
      language: languageOf(text, encoding),
      metadata: { ...(language && { programming_language: language }) },
      warnings,
    };
  },
};
