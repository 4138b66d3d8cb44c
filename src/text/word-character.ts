/** What words and figures are made of: an emoji, a bullet or the mark of a quotation has none. */
export const wordCharacter = /[\p{L}\p{N}]/u;
