/** Characters of a selection that are searched for: far more than an embedding model reads at once. */
const longestSelection = 2000;

/** What would be an instruction to the search where a user types it: quotation marks and the colon of a filter. */
const searchSyntax = /["„“”«»「」:]/g;

/** Words of a document without what would instruct the search. */
export function asWords(text: string): string {
  return text.toWellFormed().replace(searchSyntax, ' ');
}

/**
 * What is searched for: the question, and with `selection` also the words that the reader has marked. These are the
 * document's words and not the reader's, so nothing in them counts as a phrase or a filter. Requirement row E9.
 */
export function searchText(question: string, selection: string): string {
  if (selection.trim() === '') return question;
  return `${question}\n\nContext ${asWords(selection.slice(0, longestSelection))}`;
}
