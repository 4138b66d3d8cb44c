import type { Tokenizer } from '../../contracts/tokenizer.ts';

/** Four characters a token: the rule of thumb by which the room for a context is often given. Requirement row D3. */
export const fourCharacterTokenizer: Tokenizer = {
  id: 'characters-4',
  count: (text) => Math.ceil(text.length / 4),
};
