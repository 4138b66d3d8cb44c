/** What parts a statement from others, which may deny something else: a mark, the border of a cell, a blank line. */
export const clauseEnd = /[.!?;:,،؛؟|](?=\s|$)|[。！？，；、]|\n\s*\n/u;
