import { createRequire } from 'node:module';
import type * as Library from 'gpt-tokenizer';
import type { Tokenizer } from '../contracts/embedder.ts';
import { requireOneOf } from '../values/require-arguments.ts';

/** First code unit of the scripts that are written without spaces or by the syllable: about a token a character. */
const firstDense = 0x2e80;

/**
 * Estimates tokens from characters, for models whose tokenizer is not known: three ASCII characters a token, two of
 * other alphabets, one of Chinese, Japanese, Korean and emoji. Real tokenizers need fewer for prose, so that a text
 * held to a limit by this count hardly ever exceeds it.
 */
export const estimatingTokenizer: Tokenizer = {
  id: 'characters-1',
  count(text) {
    // In sixths of a token, so that no rounding depends on the order.
    let sixths = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x80) sixths += 2;
      else sixths += code < firstDense ? 3 : 6;
    }
    return Math.ceil(sixths / 6);
  },
};

/** Vocabularies of OpenAI's models: `cl100k_base` up to GPT-4 and its embedding models, `o200k_base` from GPT-4o on. */
export const gptEncodings = ['cl100k_base', 'o200k_base'] as const;

export type GptEncoding = (typeof gptEncodings)[number];

/**
 * Byte pairs are merged in time quadratic in the length of what the encoding takes for one word. Longer words than
 * this many code points are counted in parts, which can add one token a part.
 */
const maxWordLength = 128;

const longWord = new RegExp(
  ['[\\p{L}\\p{M}]', '[^\\s\\p{L}\\p{N}]', '\\s']
    .map((character) => `${character}{${maxWordLength}}(?=${character})`)
    .join('|'),
  'gu',
);

/** Text that spells a control token, such as `<|endoftext|>`, is text like any other. */
const noneDisallowed = { disallowedSpecial: new Set<string>() };

/**
 * Counts tokens as OpenAI's models do, for embedders and generators behind an interface that does not tell. The
 * vocabulary is loaded by the first count, in about 150 ms. Errors: `request_invalid` of an encoding that is none.
 */
export function gptTokenizer(encoding: GptEncoding): Tokenizer {
  requireOneOf('encoding', encoding, gptEncodings);
  let library: Pick<typeof Library, 'countTokens'> | undefined;
  const countTokens = (text: string): number => {
    library ??= createRequire(import.meta.url)(`gpt-tokenizer/encoding/${encoding}`) as typeof Library;
    return library.countTokens(text, noneDisallowed);
  };
  return {
    id: encoding,
    count(text) {
      let count = 0;
      let from = 0;
      for (const { 0: part, index } of text.matchAll(longWord)) {
        const to = index + part.length;
        count += countTokens(text.slice(from, to));
        from = to;
      }
      return count + countTokens(text.slice(from));
    },
  };
}
