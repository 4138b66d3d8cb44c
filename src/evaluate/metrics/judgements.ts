/** Relevance of documents to one question by document id: 0 is judged not relevant, higher is better. */
export type Judgements = ReadonlyMap<string, number>;
