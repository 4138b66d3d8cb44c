import type { Tokenizer } from '../contracts/embedder.ts';

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
