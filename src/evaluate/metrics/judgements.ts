/** Relevance of documents to one question by document id: 0 is judged not relevant, higher is better. */
export type Judgements = ReadonlyMap<string, number>;

/** The documents judged above 0, in the order of the judgements. */
export function relevantDocuments(judgements: Judgements): string[] {
  return [...judgements].filter(([, gain]) => gain > 0).map(([id]) => id);
}
