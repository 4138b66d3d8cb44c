/** Most hits that one search may ask for. */
export const maxTopK = 100;

/** Most passages that a reranker is asked to look at. */
export const maxReranked = 50;

/** Most collections that one search may go through. */
export const maxCollections = 20;
