/** The article, with the conjunctions and prepositions that stand before it in one word. */
const prefixes = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل'];

/** Possessives and the endings of number, gender and relation, in the order in which they go. */
const suffixes = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

/** Letters that stay behind the article. */
const minWord = 2;

/** Letters that stay before an ending: most roots have three. */
const minStem = 3;

/**
 * Stems an Arabic word lightly: spellings that vary freely become one (alif with and without hamza, alif maqsura and
 * ya, ta marbuta and ha), then the article goes with what stands before it, and every ending that fits. Source: Larkey,
 * Ballesteros, Connell, "Light Stemming for Arabic Information Retrieval", 2007 (light10); but a conjunction of one
 * letter stays, which as often begins the word itself, and so do three letters of the stem, so that a noun has one stem
 * with its article and without.
 */
export function stemArabic(word: string): string {
  let stem = word
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
  const prefix = prefixes.find((one) => stem.startsWith(one) && stem.length - one.length >= minWord);
  if (prefix !== undefined) stem = stem.slice(prefix.length);
  for (const suffix of suffixes)
    if (stem.endsWith(suffix) && stem.length - suffix.length >= minStem) stem = stem.slice(0, -suffix.length);
  return stem;
}
